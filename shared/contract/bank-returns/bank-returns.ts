import { date, endCustomerId, id, moneyAnswer, page, positiveMoney, statedText, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'
import { vatPeriodOfRequest } from '../vat/vat-periods.ts'

const BANK_RETURN_STATES = ['pending', 'booked', 'reversed'] as const
export type BankReturnState = (typeof BANK_RETURN_STATES)[number]

const textOrNull = { type: ['string', 'null'] } as const

/** Money that the bank has given back or taken back, and what it undoes. */
export const bankReturn = exactly('BankReturn', {
  object: { const: 'bank_return' },
  id: { type: 'string' },
  end_customer_id: endCustomerId,
  candidate_id: { type: 'string' },
  entry_id: { type: 'string', description: 'The bank entry that brings the money back, or takes it' },
  original_entry_id: { type: 'string', description: 'The bank entry with which it had been paid' },
  allocation_id: { ...textOrNull, description: 'What had booked it' },
  settlement_id: textOrNull,
  supplier_payable_id: textOrNull,
  booked_by: {
    enum: ['reversal', 'voucher'],
    description:
      'reversal: the whole came back, so the allocation or settlement is reversed with its deductions and tax. voucher: a part of it, or less charges',
  },
  source_fact_id: { ...textOrNull, description: 'The voucher' },
  amount: { ...moneyAnswer, description: 'What the bank entry moves for it' },
  returned_amount: {
    ...moneyAnswer,
    description: 'What the open item gets back; of an item in another currency what had been paid for it',
  },
  charges: { ...moneyAnswer, description: 'What the bank has kept of that, or has taken on top' },
  together_with: {
    type: 'array',
    items: { type: 'string' },
    description: 'The other returns that the same request has booked: its candidate had named them in together_with',
  },
  state: {
    enum: BANK_RETURN_STATES,
    description:
      'pending: the worker has not booked it, or it is blocked; the voucher or the allocation or settlement says why',
  },
  created_at: timestamp,
})

export const bankReturnList = listOf('bank_return_list', bankReturn)

export const bankReturnRequest = {
  title: 'BankReturnRequest',
  type: 'object',
  required: ['end_customer_id', 'candidate_id', 'reason'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    candidate_id: {
      ...id,
      description: 'A settlement candidate of the type return; what it names in together_with is booked with it',
    },
    reason: statedText,
    charges: {
      ...positiveMoney,
      title: 'ReturnCharges',
      description: 'What the bank has kept, where it does not say so: the item gets that back too',
    },
    posting_date: { ...date, description: 'Default: the day of the bank entry' },
    ...vatPeriodOfRequest,
  },
} as const
export type BankReturnRequest = FromSchema<typeof bankReturnRequest>

export const bankReturnReversalRequest = {
  title: 'BankReturnReversalRequest',
  type: 'object',
  required: ['end_customer_id', 'reason'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    reason: statedText,
    posting_date: { ...date, description: 'Of the reversal of a voucher; default: its day' },
    ...vatPeriodOfRequest,
  },
} as const
export type BankReturnReversalRequest = FromSchema<typeof bankReturnReversalRequest>

export const bankReturnQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, entry_id: id, ...page },
} as const
export type BankReturnQuery = FromSchema<typeof bankReturnQuery>
