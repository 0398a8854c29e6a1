import { by, type CodeFault, fault, put } from '../code-fault.ts'

const DOUBT = 'shared/camt053/matching/orders/doubt-of-evidence.ts'
const TERMS = 'api/orders/planning/terms-of-order.ts'
const EVIDENCE = 'api/settlement/evidence/evidence-of-others'
const GIVEN_AWAY = 'api/orders/paid-already/debits-given-away'
const DISCOUNTS = 'api/orders/paid-already/discounts-left'
const ACCEPTED = 'api/orders/paid-already/accepted-debits'

/** Orders and settlements: what nobody does without a word, and without being told. */
export const BY_WORD_FAULTS: readonly CodeFault[] = [
  fault(
    'by word: a debit that has settled another bill says nothing of the one that it names',
    'the bill whose reference it has is paid a second time',
    TERMS,
    put('booked: byPayable(false)', 'booked: new Map()'),
    by(GIVEN_AWAY, 'warn where it has settled the bill before: until its id is sent'),
  ),
  fault(
    'by word: a payment that the bank has accepted is withdrawn',
    'its payable is ordered again, and two files pay it',
    'shared/accounting/orders/rejected-payments.ts',
    put('!NOT_MADE.has(bank_status)', `bank_status === ''`),
    by(
      'api/orders/told-by-the-bank/withdrawals',
      'is refused after ACSP, for the order and for the payment, until the bank has cancelled it',
    ),
  ),
  fault(
    'by word: a bill that was entered twice is selected twice',
    'one file pays it twice',
    'shared/accounting/orders/one-bill.ts',
    put('return before.has(other_id)', 'return before.size < 0 && before.has(other_id)'),
    by(
      'api/orders/paid-already/one-bill',
      'are one bill: a selection orders the first, and each that is named beside it is warned',
    ),
  ),
  fault(
    'by word: a bill that was entered twice without a reference says nothing',
    'one file pays it twice where its number is spelled otherwise',
    'shared/accounting/orders/one-bill.ts',
    put('!alike.has_amount ||', 'alike.has_amount ||'),
    by('api/orders/paid-already/one-bill', 'a shorter number: ordered once'),
  ),
  fault(
    'by word: the next number of a supplier is a bill entered twice',
    'each second telephone is left out',
    'shared/accounting/orders/one-bill.ts',
    put(' || areOfOneSeries(own_number, other_number)', ''),
    by('api/orders/paid-already/one-bill', 'the next number: is another bill'),
  ),
  fault(
    'by word: what a supplier owes says nothing',
    'a bill that was paid ahead is paid once more',
    'shared/accounting/orders/credit-to-set-off.ts',
    put('if (owed.length === 0)', 'if (owed.length >= 0)'),
    by('api/orders/paid-already/credit-of-suppliers', 'name it for each of its payables, and for nobody else'),
  ),
  fault(
    'by word: a debit that is dismissed says nothing',
    'what somebody took for private is paid a second time',
    TERMS,
    put('dismissed: byPayable(true)', 'dismissed: new Map()'),
    by(GIVEN_AWAY, 'warn where it is dismissed, and has the reference'),
  ),
  fault(
    'by word: the rest of a discount is ordered',
    'the discount that was taken is paid after all',
    'shared/accounting/orders/plan-payments.ts',
    put('heldByDebit(payable, terms) ?? restOfDiscount(payable)', 'heldByDebit(payable, terms)'),
    by(DISCOUNTS, '422: is not ordered as the rest of its payable'),
  ),
  fault(
    'by word: the discount that somebody has taken off without an order is ordered',
    'the supplier gets what the terms allowed after all',
    'shared/accounting/orders/early-payment.ts',
    put('discountOfWhole(day, document) === open_amount_minor', 'discountOn(day, document) === open_amount_minor'),
    by(DISCOUNTS, 'is told of money without an order, and held back'),
  ),
  fault(
    'by word: a settlement without the discount of its order says nothing',
    '2 % of the bill stay open for ever',
    'shared/store/settlement/settlements.ts',
    put('line.amount_minor = settlement.amount_minor', 'line.amount_minor < 0'),
    by(DISCOUNTS, 'is told where its money is settled without it'),
  ),
  fault(
    'by word: October is settled with the money of November',
    'November is paid twice, and October never',
    DOUBT,
    put('hasOtherReference(part, told) || otherNumberOf', 'otherNumberOf'),
    by(EVIDENCE, 'warns of a debit that names the reference of another bill'),
  ),
  fault(
    'by word: October is settled with money whose text has the number of November',
    'who pays without the QR code pays November twice',
    DOUBT,
    put('otherNumberIn(said, document_number) ?? ', ''),
    by('api/settlement/evidence/other-numbers', 'warns of a debit that names the number of another bill'),
  ),
  fault(
    'by word: a payment is allocated to another invoice than its text has',
    'the one that is paid is dunned',
    'shared/camt053/matching/orders/doubt-of-payment.ts',
    put('if (number !== null) return `names', 'if (number === null) return `names'),
    by('api/settlement/evidence/other-numbers', 'says so of allocations of payments, and not of what is left'),
  ),
  fault(
    'by word: a debit that has settled another bill says nothing of the one whose number it has',
    'the bill that it names is paid a second time',
    TERMS,
    put('...(await findNumberedElsewhere(db, end_customer_id, payables, known))', ''),
    by(GIVEN_AWAY, 'warn where its text has the number of the bill: until its id is sent'),
  ),
  fault(
    'by word: a payable is settled with the money of another supplier',
    'the supplier who got it is paid a second time',
    DOUBT,
    put('!isOfOtherSupplier(part, told)', 'part.names.length >= 0'),
    by(EVIDENCE, 'warns of a debit that names another supplier and its account'),
  ),
  fault(
    'by word: a payable is settled with the debit of another payment',
    'that payment waits for ever, and is ordered again',
    DOUBT,
    put('if (named_payment !== null)', `if (named_payment === '')`),
    by(EVIDENCE, 'warns of a debit that names the payment of another payable'),
  ),
  fault(
    'by word: vouchers are not asked what their debits name',
    'the same by a voucher as by a settlement, in silence',
    'shared/store/bank/uses/doubts/doubts-of-debits.ts',
    put('if (found.size === 0)', 'if (found.size >= 0)'),
    by(EVIDENCE, 'says so of vouchers that use the debit, too'),
  ),
  fault(
    'by word: what a voucher has brought back is paid for ever',
    'two orders say that they have paid one bill',
    'shared/store/open-items/ordered-now.ts',
    put(`when \${isBack} then 'withdrawn'`, `when false then 'withdrawn'`),
    by(
      'api/orders/states/states-of-payments',
      'what a voucher brings back frees its payment, and the next one is paid',
    ),
  ),
  fault(
    'by word: a debit that may be a repeat says nothing',
    'a second payment that looks like the first one is made a third time',
    'api/orders/planning/fitting-debits.ts',
    put('.addFits(inDoubt)', '.addFits([])'),
    by('api/orders/paid-already/debits-in-doubt', 'are warned of it until somebody decides'),
  ),
  fault(
    'by word: a credit is accepted as a debit',
    'a slip looks like a check that somebody has made',
    'api/orders/planning/require-known-debits.ts',
    put('if (entry.is_debit) return []', 'if (entry) return []'),
    by(ACCEPTED, '422: what is no debit is named'),
  ),
  fault(
    'by word: any IBAN is accepted',
    'a slip in the IBAN that was checked, and the wrong one is paid later',
    'api/orders/planning/require-used-ibans.ts',
    put('if (used.has(withoutBlanks(iban)))', 'if (used.size > 0)'),
    by('api/orders/refused-orders', 'takes no IBAN to which none of its payments goes'),
  ),
]
