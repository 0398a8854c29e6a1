import { endCustomerId, id, money, moneyAnswer, page, reference, sha256, statedText, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'

/** Contract, "Allocation handoff request". */
export const allocationHandoffRequest = {
  title: 'AllocationHandoffRequest',
  type: 'object',
  required: [
    'open_ar_snapshot',
    'reviewer_justification',
    'end_customer_id',
    'payment_id',
    'proposed_amount',
    'target_document_id',
  ],
  additionalProperties: false,
  properties: {
    open_ar_snapshot: { ...money, description: 'The open amount of the target document as the reviewer saw it' },
    reviewer_justification: statedText,
    end_customer_id: endCustomerId,
    payment_id: id,
    proposed_amount: money,
    target_document_id: id,
    set_off_consent: {
      ...statedText,
      description:
        'As in the allocation, whose body has it then: who agreed that credit of one partner pays for another',
    },
    with_deductions: {
      type: 'boolean',
      description:
        'Whether the body has the deductions of the candidate. Default: where its whole amount is for its own target, and both are what is open',
    },
    target_override_reason: { ...statedText, description: 'Required where the target is not that of the candidate' },
  },
} as const
export type AllocationHandoffRequest = FromSchema<typeof allocationHandoffRequest>

/** Contract, "Allocation handoff response". */
export const allocationHandoff = exactly('AllocationHandoff', {
  accounting_finality: { const: 'none' },
  actor_id: { type: 'string' },
  actor_type: { const: 'api_key' },
  allocation_id: reference('payment_allocation'),
  allocation_request_payload: { type: 'object', description: 'The body to send to POST /v1/allocations' },
  allocation_request_payload_hash: { ...sha256, description: 'SHA-256 of its RFC 8785 form' },
  candidate_hash: { type: 'string' },
  candidate_id: { type: 'string' },
  end_customer_id: endCustomerId,
  id: { type: 'string' },
  idempotency_key: { type: 'string' },
  import_id: { type: 'string' },
  payment_id: { type: 'string' },
  target_document_id: { type: 'string' },
  proposed_amount: moneyAnswer,
  open_ar_snapshot: moneyAnswer,
  reviewer_justification: { type: 'string' },
  target_override_reason: { type: ['string', 'null'] },
  created_at: timestamp,
})

export const allocationHandoffList = listOf('allocation_handoff_list', allocationHandoff)

export const allocationHandoffQuery = {
  type: 'object',
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, ...page },
} as const
export type AllocationHandoffQuery = FromSchema<typeof allocationHandoffQuery>
