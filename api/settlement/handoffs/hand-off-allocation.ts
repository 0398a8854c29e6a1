import { hashOf } from '../../../shared/canonical/hash.ts'
import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { Json } from '../../../shared/contract/schema.ts'
import type { AllocationHandoffRequest } from '../../../shared/contract/settlement/handoffs.ts'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { newUuid, uuidOf } from '../../../shared/process/ids.ts'
import { findCandidate } from '../../../shared/store/bank/candidates/settlement-candidates.ts'
import { lockPayment } from '../../../shared/store/bank/payments.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { holdReceivable } from '../../../shared/store/open-items/locked-open-items.ts'
import { findCreditor } from '../../../shared/store/open-items/payment-credit.ts'
import { findHandoff, type HandoffRow, insertHandoff } from '../../../shared/store/settlement/allocation-handoffs.ts'
import { isBookingBeingReversed } from '../../../shared/store/settlement/allocations.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { findSubjectOfCustomer } from '../../http/subject.ts'
import { withReservations } from '../reservations.ts'
import { checkHandoff, checkHandoffConsent, requireCurrent, requireStanding } from './handoff-rules.ts'
import { checkDeductionsOfHandoff, payloadOfHandoff } from './payload-of-handoff.ts'
import { presentHandoff } from './present-handoff.ts'

/**
 * Records a reviewer's proposal and answers with the very body that executes it at POST /v1/allocations. It books
 * nothing and reserves nothing.
 */
export async function handOffAllocation(tx: Tx, _: ApiDeps, request: MutatingRequest<AllocationHandoffRequest>) {
  const { body, caller, end_customer_id, params, request_id, idempotency_key } = request
  const candidate = await findSubjectOfCustomer('settlement_candidate', params.candidate_id, (id) =>
    findCandidate(tx, id, [end_customer_id]),
  )
  const payment_id = uuidOf('payment', body.payment_id)
  const document_id = uuidOf('document', body.target_document_id)
  const document = document_id && (await holdReceivable(tx, end_customer_id, document_id))
  const payment = payment_id && (await lockPayment(tx, end_customer_id, payment_id))
  const details = await withReservations(tx, end_customer_id, [payment_id, document_id], (reserved) =>
    checkHandoff(body, candidate, payment || null, document || null, reserved),
  )
  if (details.length > 0 || !payment || !document) throw validationFailed(details)
  requireStanding(document, await isBookingBeingReversed(tx, payment))
  requireCurrent(body, document)
  const unfit = [
    ...checkDeductionsOfHandoff(body, candidate, document),
    ...checkHandoffConsent(body, document, await findCreditor(tx, payment)),
  ]
  if (unfit.length > 0) throw validationFailed(unfit)
  const payload = payloadOfHandoff(body, candidate, payment, document)
  const allocation_request_payload_hash = hashOf(payload as Json)
  const handoff_id = newUuid()
  await insertHandoff(tx, {
    end_customer_id,
    handoff_id,
    candidate_id: candidate.candidate_id,
    payment_id: payment.payment_id,
    target_document_id: document.document_id,
    request: body as Json,
    allocation_request_payload: payload as Json,
    allocation_request_payload_hash,
    idempotency_key,
    actor_id: caller.key_id,
    request_id,
    created_at: nowAsTimestamp(),
  })
  const found = await findHandoff(tx, handoff_id, [end_customer_id])
  return { body: presentHandoff(found as HandoffRow) }
}
