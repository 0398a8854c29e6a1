import { publicId } from '../../../shared/process/ids.ts'
import type { HandoffRow } from '../../../shared/store/settlement/allocation-handoffs.ts'

/** Contract, "Allocation handoff response". */
export function presentHandoff(handoff: HandoffRow) {
  const { allocation_id, request } = handoff
  return {
    accounting_finality: 'none',
    actor_id: handoff.actor_id,
    actor_type: 'api_key',
    allocation_id: {
      object: 'payment_allocation',
      id: allocation_id && publicId('payment_allocation', allocation_id),
    },
    allocation_request_payload: handoff.allocation_request_payload,
    allocation_request_payload_hash: handoff.allocation_request_payload_hash,
    candidate_hash: handoff.candidate_hash,
    candidate_id: publicId('settlement_candidate', handoff.candidate_id),
    end_customer_id: handoff.end_customer_id,
    id: publicId('allocation_handoff', handoff.handoff_id),
    idempotency_key: handoff.idempotency_key,
    import_id: publicId('camt053_import', handoff.import_id),
    payment_id: publicId('payment', handoff.payment_id),
    target_document_id: publicId('document', handoff.target_document_id),
    proposed_amount: request.proposed_amount,
    open_ar_snapshot: request.open_ar_snapshot,
    reviewer_justification: request.reviewer_justification,
    target_override_reason: request.target_override_reason ?? null,
    created_at: handoff.created_at,
  }
}
