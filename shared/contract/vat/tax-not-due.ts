import { date, endCustomerId, moneyAnswer, page } from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'

const taxNotDue = exactly('TaxNotDueOfItem', {
  object: { const: 'tax_not_due' },
  id: { type: 'string', description: 'That of the document or of the payable' },
  kind: { enum: ['receivable', 'payable'] },
  journal_entry_id: { type: 'string' },
  posting_date: date,
  partner_name: { type: 'string' },
  document_number: orNull({ type: 'string' }),
  taxes: {
    type: 'array',
    items: exactly('TaxNotDueOfLine', {
      line_number: { type: 'integer' },
      account_code: { type: 'string' },
      tax_code: { type: 'string' },
      rate_bp: { type: 'integer', description: 'Basis points: 8.1 % is 810' },
      form_figure: { type: ['string', 'null'], description: 'Line of the VAT return' },
      activity_id: { type: ['string', 'null'], description: 'Of a net tax rate' },
      base_amount: moneyAnswer,
      tax_amount: moneyAnswer,
    }),
  },
})

export const taxNotDueList = listOf('tax_not_due_list', taxNotDue)

export const taxNotDueQuery = {
  type: 'object',
  required: ['end_customer_id', 'date'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    date: { ...date, description: 'At the end of this day' },
    ...page,
  },
} as const
export type TaxNotDueQuery = FromSchema<typeof taxNotDueQuery>
