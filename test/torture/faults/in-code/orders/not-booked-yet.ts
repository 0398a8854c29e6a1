import { by, type CodeFault, fault, put } from '../code-fault.ts'

const PENDING = 'api/orders/told-by-the-bank/pending-debits'
const WITHDRAWN = 'api/orders/told-by-the-bank/withdrawals'
const STILL = 'shared/camt053/notifications/still-pending.ts'

/** Orders: what the bank has announced, or has by a report, and what another order pays at the same moment. */
export const NOT_BOOKED_YET_FAULTS: readonly CodeFault[] = [
  fault(
    'not booked yet: what the bank has announced says nothing',
    'a bill that was paid in e-banking is paid again before the bank books it',
    'api/orders/planning/debits-to-come.ts',
    put('await findPendingDebits(db, end_customer_id, todayInSwitzerland())', '[]'),
    by(PENDING, 'are held back by name and amount, and by the reference with any amount (PDNG)'),
  ),
  fault(
    'not booked yet: what the bank has dropped is awaited for ever',
    'a bill that nobody can pay without a word',
    'shared/store/orders/paid-already/announced-debits.ts',
    put('const DAYS_AWAITED = 10', 'const DAYS_AWAITED = 10_000'),
    by(PENDING, 'are free eleven days after the day that it states'),
  ),
  fault(
    'not booked yet: what was announced counts beside its booking',
    'a bill is held back twice by one debit',
    STILL,
    put('return pending.filter((announced) => !ended.has(announced))', 'return pending'),
    by(PENDING, 'count the notification of the booking in the place of a pending one'),
  ),
  fault(
    'not booked yet: one booking ends all that are alike',
    'the second of two equal bills is paid again before the bank books it',
    STILL,
    put('used.has(booking) || ', ''),
    by(PENDING, 'are held back by the second of two that are alike where one is booked'),
  ),
  fault(
    'not booked yet: a pending payment that was withdrawn says nothing',
    'the payable is ordered again while the bank makes its first payment',
    'shared/store/orders/notified-payments.ts',
    put(
      `select kind, id, day, created_at, upper(tx ->> 'end_to_end_id')`,
      `select kind, id, day, created_at, upper(tx ->> 'none')`,
    ),
    by(PENDING, 'are debited where it names their withdrawn payment'),
  ),
  fault(
    'not booked yet: two orders of one bill do not wait for each other',
    'one bill that was entered twice is in two files, in silence',
    'shared/store/orders/payables-to-order.ts',
    put('[...ids, ...(await findOpenAlike(tx, end_customer_id, ids))]', 'ids'),
    by('api/orders/paid-already/one-bill-at-once', 'wait for each other'),
  ),
  fault(
    'not booked yet: a report after the withdrawal says nothing',
    'two files pay a payable, the one that was withdrawn and sent, and the next one',
    'shared/store/orders/change-payment-orders.ts',
    put(`sent_all_the_same = line.state = 'withdrawn' and `, `sent_all_the_same = line.state = 'none' and `),
    by(WITHDRAWN, 'holds its payable (ACSP)'),
  ),
]
