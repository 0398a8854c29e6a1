import { date, endCustomerId, moneyAnswer, page, reference, text, timestamp } from './common.ts'
import { exactly, type FromSchema, listOf } from './schema.ts'

const STATES = ['open', 'settled', 'reversed'] as const

/** An open item of a supplier: what an expense document owes. A credit note is open with a negative amount. */
export const supplierPayable = exactly('SupplierPayable', {
  object: { const: 'supplier_payable' },
  id: { type: 'string' },
  end_customer_id: endCustomerId,
  source_fact_id: reference('source_fact'),
  journal_entry_id: reference('journal_entry'),
  account_code: { type: 'string' },
  supplier_name: { type: 'string' },
  supplier_reference: { type: ['string', 'null'] },
  document_number: { type: ['string', 'null'] },
  document_date: date,
  due_date: { type: ['string', 'null'], format: 'date' },
  payment_reference: { type: ['string', 'null'] },
  amount: moneyAnswer,
  open_amount: moneyAnswer,
  base_amount: { ...moneyAnswer, description: 'The amount in the base currency, as it was booked' },
  base_open_amount: moneyAnswer,
  state: { enum: STATES },
  created_at: timestamp,
})

export const supplierPayableList = listOf('supplier_payable_list', supplierPayable)

export const supplierPayableQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    state: { enum: STATES },
    supplier_reference: text,
    source_fact_id: { type: 'string', minLength: 1, maxLength: 100 },
    ...page,
  },
} as const
export type SupplierPayableQuery = FromSchema<typeof supplierPayableQuery>
