import { by, type CodeFault, fault, put } from '../code-fault.ts'

const NAMED = 'shared/store/orders/named-by-debits.ts'
const ALIKE = 'shared/store/orders/paid-already/payables-alike.ts'
const FITS = 'shared/camt053/matching/orders/debits-of-payables.ts'
const FITTING = 'api/orders/planning/fitting-debits.ts'
const LOCK = 'api/orders/lock-payables.ts'
const CAME_BACK = 'api/orders/paid-already/debits-that-came-back'
const LEFT_OUT = 'api/orders/paid-already/left-out'
const OTHERWISE = 'api/orders/selected/bills-paid-otherwise'
const ANEW = 'api/orders/paid-already/entered-anew'
const WITHOUT = 'api/orders/paid-already/debits-without-order'

/** Orders: what the bank has paid already, and what it has not. */
export const PAID_TWICE_FAULTS: readonly CodeFault[] = [
  fault(
    'a payable is ordered twice',
    'it is in an order already, and the bank pays it twice',
    LOCK,
    put('if (ordered !== null) {', `if (ordered !== null && kind !== 'payable') {`),
    by('api/orders/tried-orders', '200: every defect of each payment'),
  ),
  fault(
    'money that came back never frees its payable',
    'a payable that nobody can pay by an order any more',
    NAMED,
    put('is_open or gone_minor > ', 'is_open or gone_minor > 0 * '),
    by(CAME_BACK, 'of two vouchers, is ordered again'),
  ),
  fault(
    'a part that came back frees the whole payable',
    'the bank pays what the supplier has kept once more',
    NAMED,
    put('is_open or gone_minor > ', 'is_open or 0 = '),
    by(CAME_BACK, 'of two vouchers, is ordered again'),
  ),
  fault(
    'a debit that is booked counts as one that came back',
    'the bank pays twice what something else has booked',
    NAMED,
    put('gone.amount_minor <= ', '0 <= '),
    by(CAME_BACK, 'of a batch is ordered again where its own payment came back'),
  ),
  fault(
    'a selection leaves payables out in silence',
    'an invoice that nobody pays, as nobody knows that it was not ordered',
    LOCK,
    put('const left_out = payables.flatMap(', 'const left_out = payables.slice(payables.length).flatMap('),
    by(LEFT_OUT, 'orders the others, and names it'),
  ),
  fault(
    'a selection orders what a debit has paid that is booked as an expense',
    'nobody reads the warning at night, and the bank pays it twice',
    'shared/accounting/orders/debits-to-look-at.ts',
    put("if (code === 'debit_booked_otherwise' || ", "if (code === 'letters_not_latin' || "),
    by(OTHERWISE, 'leaves out a bill whose debit is booked for an expense'),
  ),
  fault(
    'a rent waits for the debit of another month',
    'a rent that nobody pays any more, as one was booked as an expense',
    'api/orders/planning/booked-otherwise.ts',
    put('laterMonthIn(months, document) !== null', "laterMonthIn(months, document) === ''"),
    by(OTHERWISE, 'orders the rent of a month'),
  ),
  fault(
    'a debit says nothing of the bill that it names and has paid',
    'a bill that nobody pays any more, as another one was paid on its account',
    'shared/store/orders/paid-already/debits-of-creditors.ts',
    put('OF_NUMBER}::integer\n    and strpos(', 'OF_NUMBER}::integer\n    and 0 * strpos('),
    by(OTHERWISE, 'by its number'),
  ),
  fault(
    'a document that is entered anew knows nothing of its old order',
    'the bank pays it twice, once for each id',
    ALIKE,
    put('alike.open_amount_minor = 0', `alike.state = 'settled'`),
    by(ANEW, 'is held back where its document was reversed'),
  ),
  fault(
    'the debit of one of two equal invoices says nothing of the other one',
    'a third payment for two invoices',
    ALIKE,
    put('alike.amount_minor = item.amount_minor or ', ''),
    by(ANEW, 'is held back by the debit of its twin'),
  ),
  fault(
    'a sum that one debit is holds nothing back',
    'invoices that were paid in one amount are paid twice',
    FITS,
    put(`['amount', 'discount', 'sum', 'set_off']`, `['amount', 'discount', 'set_off']`),
    by(WITHOUT, 'hold back each payable of the sum'),
  ),
  fault(
    'a debit less a discount holds nothing back',
    'an invoice that was paid within its terms is paid twice',
    FITS,
    put(`['amount', 'discount', 'sum', 'set_off']`, `['amount', 'sum', 'set_off']`),
    by(WITHOUT, 'hold back what a debit less the discount'),
  ),
  fault(
    'the parts of a collective debit are not looked at',
    'what was paid in e-banking with others is paid twice',
    FITTING,
    put('for (const [index, part] of parts.entries())', 'for (const [index, part] of parts.slice(0, 0).entries())'),
    by(WITHOUT, 'hold back what a part of a collective debit pays'),
  ),
  fault(
    'the debit of a payment that waits is certain for another payable',
    'who pays a supplier every month is refused every month',
    FITTING,
    put('is_certain && fits.get(debit)?.is_of_other !== true', 'is_certain'),
    by(WITHOUT, 'are warned of only where the debit may be the payment of another'),
  ),
  fault(
    'a debit that somebody has checked is not accepted',
    'a payable that is held back for ever beside a debit for something else',
    'shared/accounting/orders/debits-to-look-at.ts',
    put('.filter((id) => !accepted_debits.includes(id))', `.filter((id) => accepted_debits.length >= 0 && id !== '')`),
    by(WITHOUT, 'hold back each payable of the sum'),
  ),
]
