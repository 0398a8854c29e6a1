import { endCustomerId, id, statedText, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'

const uid = { type: 'string', minLength: 12, maxLength: 30 } as const
const isRegistered = { type: 'boolean', description: 'Whether the supplier is in the VAT register' } as const

export const supplierUidRequest = {
  title: 'SupplierUidRequest',
  type: 'object',
  required: ['end_customer_id', 'uid', 'is_registered', 'reason'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    uid: { ...uid, description: 'UID of the supplier, with or without dots and suffix' },
    is_registered: isRegistered,
    reason: { ...statedText, description: 'How it was found out' },
  },
} as const
export type SupplierUidRequest = FromSchema<typeof supplierUidRequest>

export const supplierUid = exactly('SupplierUid', {
  object: { const: 'supplier_uid' },
  uid: { type: 'string', description: 'Without dots and suffix: CHE116281710' },
  source_fact_id: orNull({ ...id, description: 'The first fact with the warning; null where it was answered before' }),
  is_registered: orNull({ ...isRegistered, description: 'Null while nobody has answered' }),
  reason: orNull({ type: 'string' }),
  answered_by: orNull({ type: 'string', description: 'The API key' }),
  answered_at: orNull(timestamp),
})

export const supplierUidList = listOf('supplier_uid_list', supplierUid)

export const supplierUidQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    is_answered: { type: 'boolean', description: 'false: those that wait for an answer' },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    starting_after: { ...uid, description: 'The uid of the last one of the page before' },
  },
} as const
export type SupplierUidQuery = FromSchema<typeof supplierUidQuery>
