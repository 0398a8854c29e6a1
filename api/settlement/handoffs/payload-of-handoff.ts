import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { AllocationRequest } from '../../../shared/contract/settlement/allocations.ts'
import type { AllocationHandoffRequest } from '../../../shared/contract/settlement/handoffs.ts'
import type { CandidateRow } from '../../../shared/store/bank/candidates/settlement-candidates.ts'
import type { PaymentRow } from '../../../shared/store/bank/payments.ts'
import type { HeldReceivable } from '../../../shared/store/open-items/locked-open-items.ts'

/** The body for POST /v1/allocations that does what the reviewer proposes. */
export function payloadOfHandoff(
  body: AllocationHandoffRequest,
  candidate: CandidateRow,
  payment: PaymentRow,
  document: HeldReceivable,
) {
  const line = { document_id: body.target_document_id, amount: body.proposed_amount }
  return {
    end_customer_id: body.end_customer_id,
    payment_id: body.payment_id,
    posting_date: payment.day,
    lines: [{ ...line, ...deductionsOf(body, candidate, document) }],
    ...(body.set_off_consent === undefined ? {} : { set_off_consent: body.set_off_consent }),
  } satisfies AllocationRequest
}

/** Deductions that are asked for and are not the candidate's, or no longer. */
export function checkDeductionsOfHandoff(
  body: AllocationHandoffRequest,
  candidate: CandidateRow,
  document: HeldReceivable,
): ErrorDetail[] {
  if (body.with_deductions !== true || isWholeCandidate(body, candidate, document)) return []
  const message = 'Deductions are those of a candidate whose own target is closed by its whole amount and them.'
  return [{ pointer: '/with_deductions', code: 'not_allowed', message }]
}

/** What the candidate deducts, where it and the amount are still what is open. */
function deductionsOf(
  body: AllocationHandoffRequest,
  candidate: CandidateRow,
  document: HeldReceivable,
): Pick<AllocationRequest['lines'][number], 'deductions'> {
  if (body.with_deductions === false || !isWholeCandidate(body, candidate, document)) return {}
  const amount = { amount_minor: Number(candidate.discount_minor), currency: candidate.currency }
  return { deductions: [{ type: 'discount', amount }] }
}

function isWholeCandidate(
  { proposed_amount }: AllocationHandoffRequest,
  { target_id, amount_minor, discount_minor }: CandidateRow,
  { document_id, open_amount_minor }: HeldReceivable,
): boolean {
  const isAmount = BigInt(proposed_amount.amount_minor) === amount_minor
  const isClosed = document_id === target_id && amount_minor + discount_minor === open_amount_minor
  return discount_minor > 0n && isAmount && isClosed
}
