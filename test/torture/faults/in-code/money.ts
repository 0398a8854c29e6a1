// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of source files

import { by, type CodeFault, fault, put } from './code-fault.ts'

const AT_ONCE = 'api/settlement/at-once'

/** Open items, the feed and the bank. */
export const MONEY_FAULTS: readonly CodeFault[] = [
  fault(
    'an open item is not reduced',
    'a payable is paid again and again',
    'shared/store/settlement/change-settlements.ts',
    put(
      'set open_amount_minor = open_amount_minor - ${settlement.amount_minor}',
      'set open_amount_minor = open_amount_minor',
    ),
    by(
      'api/settlement/settlements',
      'a payable is settled in parts, never beyond what is open, on evidence of the bank used once',
    ),
  ),
  fault(
    'a payable is not locked while it is settled',
    'two settlements at once both see what only one can have',
    'shared/store/open-items/locked-open-items.ts',
    put(`and \${isOnSide('supplier_payable')}\n    for update`, `and \${isOnSide('supplier_payable')}`),
    by(AT_ONCE, 'settlements at once never use the same Rappen twice, of a payable or of a booking of the bank'),
  ),
  fault(
    'evidence is not locked while it is used',
    'two settlements at once prove themselves with the same Rappen',
    'shared/store/bank/uses/locked-bank-entries.ts',
    put('and ${condition} for update', 'and ${condition}'),
    by(AT_ONCE, 'settlements at once never use the same Rappen twice, of a payable or of a booking of the bank'),
  ),
  fault(
    'a document is not locked while it is allocated',
    'two allocations at once both see what only one can have',
    'shared/store/open-items/locked-open-items.ts',
    put('order by open_item_id\n    for update', 'order by open_item_id'),
    by(AT_ONCE, 'payments at once never use the same Rappen of a document twice'),
  ),
  fault(
    'an event is not appended',
    'readers of the feed never hear of a reversal',
    'workers/settlement/post-in-ledger.ts',
    put('await appendEvents(tx, [...events, ', 'await appendEvents(tx, [...[], '),
    by('api/platform/events', 'the life of facts in order: blocked, superseded, posted, reversed'),
  ),
  fault(
    'the feed starts over',
    'numbers of events do not go on from the last one',
    'shared/store/platform/events.ts',
    put('event_heads.last_event_number + excluded.last_event_number', 'excluded.last_event_number'),
    by('api/platform/events', 'the life of facts in order: blocked, superseded, posted, reversed'),
  ),
  fault(
    'a bank entry counts twice',
    'the identity of a bank entry depends on its bank statement',
    'workers/bank/read-bank-entries.ts',
    put('hashInSteps(bank_account, bank_entry, 1)', 'hashInSteps(`${bank_account} ${statement_id}`, bank_entry, 1)'),
    by(
      'api/bank/bank-statements',
      'overlapping statements link the same booking; two equal ones stay two, also on two pages',
    ),
  ),
  fault(
    'a bank entry loses its sign',
    'money that went out came in',
    'shared/camt053/bank-entry/bank-entry.ts',
    put('credit_debit: directionOf(ntry)', `credit_debit: 'CRDT'`),
    by('api/bank/bank-statements', '202: the file is kept, its bookings are read one by one, each with its hash'),
  ),
  fault(
    'balances of a statement are not checked',
    'a statement that does not add up is taken',
    'shared/camt053/arithmetic.ts',
    put('const holds = difference_minor === 0n', 'const holds = true'),
    by(
      'api/bank/bank-statements',
      'figures that do not add up: kept as rejected with the difference, and nothing of it counts',
    ),
  ),
  fault(
    'a voucher takes more of a bank entry than is left',
    'one line of the bank statement is booked twice',
    'shared/accounting/bank/claim.ts',
    put('left <= 0n || amount_minor > left', 'left < 0n'),
    by('accounting/bank/plan-uses', 'of several payments one is named, or the whole bank entry is used'),
  ),
  fault(
    'a payment that a voucher has booked is allocated',
    'the same money stands on the bank account twice',
    'api/settlement/allocations/money-to-allocate.ts',
    put('await requireUnbooked(tx, payment)', '[]'),
    by(
      'api/bank/booked-entries',
      'what a voucher has booked is neither allocated nor settled, and its reversal frees it',
    ),
  ),
  fault(
    'nobody is asked about the credit of another',
    'the money of one customer pays what another one owes',
    'api/settlement/consent-rules.ts',
    put('if (partners.length === 0) return []', 'if (partners.length >= 0) return []'),
    by(
      'api/settlement/customer-credit',
      'credit of another customer pays with a word of consent, and with none where each pays for his own',
    ),
  ),
  fault(
    'credit is of whom it was before',
    'a payment is booked anew for another customer, and who it was booked for first is asked for consent',
    'sql/functions/open-items/creditor_of_payment.sql',
    put('coalesce(credit_item_id, payment)', 'payment'),
    by('api/open-items/whose-credit', 'is of the customer for whom it was booked last, on each day: payer unknown'),
  ),
  fault(
    'credit comes from any account',
    'money that a voucher has booked as income becomes credit out of the cash box',
    'shared/accounting/bank/left-for-credit.ts',
    put('smallest(amount_minor - taken, onAccount, debited)', 'amount_minor - taken'),
    by(
      'accounting/bank/credit-of-payments',
      'comes from the account on which an earlier use has put it, as far as it is there and taken from there',
    ),
  ),
  fault(
    'charges of a bank reduce what was received',
    'tax of what the bank has kept is never declared',
    'shared/accounting/settlement/deductions/deduction-table.ts',
    put('.filter(reducesTax)', '.filter(({ type }) => DEDUCTIONS[type].closes.length > 0)'),
    by(
      'api/settlement/terms/taxed-deductions',
      'received consideration: what was never received is never due; charges and rounding count as received',
    ),
  ),
  fault(
    'a discount leaves the tax as it was',
    'tax stays owed on money that nobody paid',
    'shared/accounting/settlement/deductions/reduction-record.ts',
    put('tax_minor: sign * tax_minor,', 'tax_minor: 0n,'),
    by('api/settlement/terms/customers', 'less a discount of 2 %'),
  ),
  fault(
    'a discount takes back tax of the advance',
    'a final invoice loses the difference of two rates with the discount on its rest',
    'shared/accounting/settlement/deductions/document-parts.ts',
    put('const rest = restAfterAdvance(document, whole)', 'const rest = whole'),
    by(
      'api/settlement/terms/final-invoices/discounted-rests',
      'takes back 40.65 of 542.50, and with a loss of 2’882.50 afterwards 215.99 more',
    ),
  ),
  fault(
    'a change of consideration transfers tax that an advance has paid',
    'a final invoice whose rest is lost has never declared the difference of two rates',
    'workers/vat/transfers-of-page.ts',
    put('document ? taxOfRest(tax, document) : tax', 'tax'),
    by('api/vat/consideration/final-invoices/rest-of-invoice', 'has the rest taken back, and declared by its payments'),
  ),
  fault(
    'an advance goes while something uses it',
    'a document is paid with a claim that is not there any more',
    'api/settlement/settlements/reverse-settlement.ts',
    put('await requireUnusedAdvance(tx, settlement)', ''),
    by(
      'api/settlement/terms/overpaid',
      'have an advance by word, which pays for the next document and comes back with the reversal',
    ),
  ),
  fault(
    'a payable that is in an order is ordered again',
    'one invoice is paid twice',
    'api/orders/lock-payables.ts',
    put('if (ordered !== null) {', "if (ordered !== null && kind !== 'payable') {"),
    by('api/orders/payment-orders', 'orders no payable twice, one after the other or at once, until it is withdrawn'),
  ),
  fault(
    'another IBAN of a supplier is paid without a word',
    'a forged invoice changes where a supplier is paid',
    'shared/accounting/orders/plan-payments.ts',
    put('is_changed && !accepted.has(iban)', 'is_changed && accepted.size > 9'),
    by('api/orders/refused-orders', 'wants another IBAN of a partner to be accepted by name'),
  ),
  fault(
    'whatever a bank reports frees its payments',
    'an accepted payment is ordered a second time',
    'shared/accounting/orders/rejected-payments.ts',
    put(`one?.status === 'RJCT'`, 'one?.status'),
    by('api/orders/status-reports', 'pays and frees nothing by ACSP'),
  ),
  fault(
    'a batch is proposed for its payments whatever the bank has booked',
    'a batch of which the bank rejected a payment closes all payables',
    'shared/camt053/matching/orders/match-ordered.ts',
    put(' && batch_minor === booked_minor', ''),
    by('api/orders/paid-by-the-bank', 'as one amount is proposed by PmtInfId and the sum of what is left of the batch'),
  ),
]
