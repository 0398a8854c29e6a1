import { publicId } from '../../../shared/process/ids.ts'
import type { ManualPaymentRow } from '../../../shared/store/settlement/manual-payments.ts'
import { presentMoney } from '../../http/present-money.ts'
import { presentIntent } from '../present-intent.ts'

/** Contract, "Manual payment (response)": evidence only, never posted, never allocated. */
export function presentManualPayment(payment: ManualPaymentRow) {
  const { correction_payment_id } = payment
  return {
    object: 'manual_payment',
    id: publicId('manual_payment', payment.manual_payment_id),
    allocation_status: 'not_supported_in_v0_1',
    amount: presentMoney(payment.amount_minor, payment.currency),
    end_customer_id: payment.end_customer_id,
    event_date: payment.event_date,
    evidence_only: true,
    evidence_sha256: payment.evidence_sha256,
    source_channel: payment.source_channel,
    reference: payment.reference,
    state: payment.state,
    correction_payment_id: correction_payment_id && publicId('manual_payment', correction_payment_id),
    intents: payment.intents.map(presentIntent),
    created_at: payment.created_at,
  }
}
