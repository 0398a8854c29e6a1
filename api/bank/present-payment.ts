import type { PaymentState } from '../../shared/contract/bank/payments.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { PaymentRow } from '../../shared/store/bank/payments.ts'
import { presentMoney } from '../http/present-money.ts'

/** A payment; its state follows from its open amount. */
export function presentPayment(payment: PaymentRow) {
  const { currency, amount_minor, open_amount_minor, returned_by, superseded_by, is_allocatable, is_withdrawn } =
    payment
  const used =
    open_amount_minor === amount_minor ? 'open' : open_amount_minor > 0n ? 'partially_allocated' : 'allocated'
  const states: readonly [boolean, PaymentState][] = [
    [superseded_by !== null, 'superseded'],
    [is_withdrawn, 'withdrawn'],
    [returned_by !== null, 'returned'],
    [!is_allocatable, 'booked'],
  ]
  const [, state] = states.find(([holds]) => holds) ?? [true, used]
  return {
    object: 'payment',
    id: publicId('payment', payment.payment_id),
    end_customer_id: payment.end_customer_id,
    import_id: publicId('camt053_import', payment.import_id),
    entry_id: publicId('camt053_entry', payment.entry_id),
    account: payment.account,
    booking_date: payment.booking_date,
    value_date: payment.value_date,
    amount: presentMoney(amount_minor, currency),
    open_amount: presentMoney(open_amount_minor, currency),
    customer_credit: presentMoney(payment.credit_minor, currency),
    state,
    debtor_name: payment.debtor_name,
    debtor_account: payment.debtor_account,
    end_to_end_id: payment.end_to_end_id,
    payment_references: payment.payment_references,
    remittance_text: payment.remittance_text,
    returned_by_entry_id: returned_by && publicId('camt053_entry', returned_by),
    superseded_by_notification_id: superseded_by && publicId('camt054_entry', superseded_by),
    created_at: payment.created_at,
  }
}
