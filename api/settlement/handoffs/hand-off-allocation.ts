import type { Json } from '../../../shared/canonical/canonical-json.ts'
import { hashOf } from '../../../shared/canonical/hash.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import { ApiError, type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { AllocationHandoffRequest } from '../../../shared/contract/settlement/allocations.ts'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { newUuid, uuidOf } from '../../../shared/process/ids.ts'
import { lockPayment, type PaymentRow } from '../../../shared/store/bank/payments.ts'
import { type CandidateRow, findCandidate } from '../../../shared/store/bank/settlement-candidates.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { type HeldReceivable, holdReceivable } from '../../../shared/store/open-items/locked-open-items.ts'
import { findHandoff, type HandoffRow, insertHandoff } from '../../../shared/store/settlement/allocation-handoffs.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { presentHandoff } from './present-handoff.ts'

/**
 * Records a reviewer's proposal and answers with the very body that carries it out at POST /v1/allocations. It books
 * nothing and reserves nothing.
 */
export async function handOffAllocation(tx: Tx, _: ApiDeps, request: MutatingRequest<AllocationHandoffRequest>) {
  const { body, caller, end_customer_id, params, request_id, idempotency_key } = request
  const candidate_id = uuidOf('settlement_candidate', params.candidate_id ?? '')
  const candidate = candidate_id && (await findCandidate(tx, candidate_id, [end_customer_id]))
  if (!candidate) throw new ApiError('not_found', 'There is no such settlement candidate for this end customer.')
  const payment_id = uuidOf('payment', body.payment_id)
  const document_id = uuidOf('document', body.target_document_id)
  const payment = payment_id && (await lockPayment(tx, end_customer_id, payment_id))
  const document = document_id && (await holdReceivable(tx, end_customer_id, document_id))
  const details = mistakes(body, candidate, payment || null, document || null)
  if (details.length > 0 || !payment || !document) throw validationFailed(details)
  requireCurrent(body, document)
  const payload = {
    end_customer_id,
    payment_id: body.payment_id,
    posting_date: payment.booking_date ?? payment.created_at.slice(0, 10),
    lines: [{ document_id: body.target_document_id, amount: body.proposed_amount }],
  }
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

function mistakes(
  body: AllocationHandoffRequest,
  candidate: CandidateRow,
  payment: PaymentRow | null,
  document: HeldReceivable | null,
): ErrorDetail[] {
  const { proposed_amount, target_override_reason } = body
  const wanted = BigInt(proposed_amount.amount_minor)
  const isOverride = document !== null && document.document_id !== candidate.target_id
  const other = [payment?.currency, document?.currency].find(
    (currency) => currency && currency !== proposed_amount.currency,
  )
  const open = [payment?.open_amount_minor, document?.open_amount_minor].filter((amount) => amount !== undefined)
  const found: (false | [pointer: string, code: DetailCode, message: string])[] = [
    candidate.payment_id === null && [
      '/payment_id',
      'not_a_payment',
      'This candidate is for a supplier payable; settle that at POST /v1/supplier-payables/{id}/settlements.',
    ],
    (!payment || payment.payment_id !== candidate.payment_id) && [
      '/payment_id',
      'payment_mismatch',
      'The payment must be that of the candidate.',
    ],
    !document && ['/target_document_id', 'not_found', 'There is no such document for this end customer.'],
    isOverride &&
      target_override_reason === undefined && [
        '/target_override_reason',
        'required',
        'The target is not that of the candidate; say why.',
      ],
    wanted <= 0n && ['/proposed_amount/amount_minor', 'out_of_range', 'The amount must be above zero.'],
    other !== undefined && [
      '/proposed_amount/currency',
      'currency_mismatch',
      `Amount, payment and document share one currency; one is in ${other}.`,
    ],
    open.some((amount) => wanted > amount) && [
      '/proposed_amount/amount_minor',
      'exceeds_open_amount',
      `Open are ${open.join(' of the payment and ')} of the document (minor units).`,
    ],
  ]
  return found.flatMap((one) => (one ? [{ pointer: one[0], code: one[1], message: one[2] }] : []))
}

/** @throws ApiError state_conflict: somebody has used a part of the document since the reviewer looked */
function requireCurrent({ open_ar_snapshot }: AllocationHandoffRequest, document: HeldReceivable): void {
  const { open_amount_minor, currency } = document
  if (BigInt(open_ar_snapshot.amount_minor) === open_amount_minor && open_ar_snapshot.currency === currency) return
  const message = `The open amount of the document is ${open_amount_minor} ${currency} now (minor units). Look again and decide on that.`
  throw new ApiError('state_conflict', message, [
    { pointer: '/open_ar_snapshot', code: 'stale_open_ar_snapshot', message },
  ])
}
