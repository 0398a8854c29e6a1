import { date, id, moneyAnswer, page } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'
import { CATEGORIES, reconciledCategory, yearOfCustomer } from './vat-reconciliation.ts'

const textOrNull = { type: ['string', 'null'] } as const

const reconciledEntry = exactly('ReconciledVatEntry', {
  id: { type: 'string' },
  category: { ...reconciledCategory, enum: CATEGORIES },
  journal_entry_id: { type: 'string' },
  entry_number: { type: 'integer' },
  line_number: { type: 'integer' },
  posting_date: date,
  description: { type: 'string' },
  account_code: { ...textOrNull, description: 'Null: what no account has booked' },
  counter_account_code: { ...textOrNull, description: 'Of the largest line on the other side' },
  tax_code: textOrNull,
  figure: textOrNull,
  amount: { ...moneyAnswer, description: 'Credit is positive' },
})
export const reconciledEntryList = listOf('vat_reconciliation_entry_list', reconciledEntry)

export const reconciledEntryQuery = {
  type: 'object',
  required: ['end_customer_id', 'fiscal_year_id', 'category'],
  additionalProperties: false,
  properties: {
    ...yearOfCustomer,
    category: { ...reconciledCategory, enum: CATEGORIES },
    account_code: { ...id, description: 'Default: all accounts; tax accounts are asked for one by one' },
    ...page,
  },
} as const
export type ReconciledEntryQuery = FromSchema<typeof reconciledEntryQuery>
