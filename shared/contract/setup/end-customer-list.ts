import { date, endCustomerId, page } from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'

const ATTENTION = [
  'any',
  'blocked_facts',
  'unbooked_bank_entries',
  'overdue_items',
  'vat_return_due',
  'fiscal_year_ended',
] as const
export type Attention = (typeof ATTENTION)[number]

const END_CUSTOMER_ORDERS = [
  'end_customer_id',
  'name',
  'blocked_facts',
  'unbooked_bank_entries',
  'next_due_date',
  'next_vat_period_end',
  'open_year_end',
] as const
export type EndCustomerOrder = (typeof END_CUSTOMER_ORDERS)[number]

export const endCustomerListQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    attention: { enum: ATTENTION, description: 'Only those for whom this is to be done' },
    order: {
      enum: END_CUSTOMER_ORDERS,
      description: 'Counts: most first. Dates: oldest first. `end_customer_id` where it is missing',
    },
    format: { enum: ['json', 'csv', 'html'], description: 'Wins over `Accept`' },
    ...page,
  },
} as const
export type EndCustomerListQuery = FromSchema<typeof endCustomerListQuery>

const count = { type: 'integer', minimum: 0 } as const

const listedEndCustomer = exactly('ListedEndCustomer', {
  object: { const: 'listed_end_customer' },
  end_customer_id: endCustomerId,
  name: { type: ['string', 'null'] },
  uid: { type: ['string', 'null'] },
  base_currency: { type: 'string' },
  blocked_facts: count,
  unbooked_bank_entries: { ...count, description: 'Not booked, or only in part' },
  overdue_receivables: { ...count, description: 'Open items of customers that were due before today' },
  next_receivable_due_date: { ...orNull(date), description: 'Of the open item that is, or was, due first' },
  overdue_payables: count,
  next_payable_due_date: orNull(date),
  next_vat_period_end: {
    ...orNull(date),
    description: 'The last day of the first filing period whose VAT return is not filed',
  },
  next_vat_period: { type: ['string', 'null'], description: 'The name of that period, for its VAT return' },
  is_vat_return_due: { type: 'boolean', description: 'That period is over' },
  open_year_end: { ...orNull(date), description: 'The last day of the first fiscal year that is not closed' },
  open_fiscal_year_id: { type: ['string', 'null'], description: 'That year' },
  is_fiscal_year_ended: { type: 'boolean', description: 'That year is over' },
})
export type ListedEndCustomer = FromSchema<typeof listedEndCustomer>

export const endCustomerList = listOf('listed_end_customer_list', listedEndCustomer)
