import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { ManualPaymentRequest } from '../../../shared/contract/settlement/manual-payments.ts'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { appendEvents, plainEvent } from '../../../shared/store/platform/events.ts'
import {
  findManualPayment,
  insertManualPayment,
  type ManualPaymentRow,
} from '../../../shared/store/settlement/manual-payments.ts'
import { ensureEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { presentManualPayment } from './present-manual-payment.ts'

/** Records a payment that no bank statement shows. It is evidence: nothing is booked. */
export async function recordManualPayment(tx: Tx, _: ApiDeps, request: MutatingRequest<ManualPaymentRequest>) {
  const { end_customer_id } = request
  await ensureEndCustomer(tx, end_customer_id)
  const id = await keepManualPayment(tx, request, end_customer_id, request.body, '/amount/amount_minor')
  const subject = { end_customer_id, subject_type: 'manual_payment', subject_id: id } as const
  await appendEvents(tx, [plainEvent(subject, 'manual_payment.recorded')])
  return { body: presentManualPayment((await findManualPayment(tx, id, [end_customer_id])) as ManualPaymentRow) }
}

type Details = Omit<ManualPaymentRequest, 'end_customer_id'>

/** @throws ApiError validation_failed for an amount of zero */
export async function keepManualPayment(
  tx: Tx,
  { caller, request_id }: MutatingRequest<unknown>,
  end_customer_id: string,
  { amount, event_date, source_channel = 'manual', reference, source_evidence_sha256 }: Details,
  pointer: string,
): Promise<string> {
  if (amount.amount_minor === 0)
    throw validationFailed([{ pointer, code: 'out_of_range', message: 'The amount must not be zero.' }])
  const manual_payment_id = newUuid()
  await insertManualPayment(tx, {
    end_customer_id,
    manual_payment_id,
    amount_minor: BigInt(amount.amount_minor),
    currency: amount.currency,
    event_date,
    source_channel,
    reference: reference ?? null,
    evidence_sha256: source_evidence_sha256 ?? null,
    actor_id: caller.key_id,
    request_id,
    created_at: nowAsTimestamp(),
  })
  return manual_payment_id
}
