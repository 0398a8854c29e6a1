import { FACT_STATES } from '../facts/source-facts.ts'
import { date, endCustomerId, errorDetail, id, page, statedText, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'
import { vatPeriodOfRequest } from '../vat/vat-periods.ts'

const version = {
  type: 'integer',
  minimum: 1,
  maximum: 1_000_000,
  description: 'Only what this version has booked',
} as const

const booking = {
  object: { const: 'bank_rule_booking' },
  id: { type: 'string' },
  rule_id: { type: 'string' },
  version: { type: 'integer' },
  entry_id: { type: 'string' },
  source_fact_id: { type: 'string', description: 'The voucher' },
  state: { enum: FACT_STATES, description: 'Of the voucher' },
  is_automatic: { type: 'boolean', description: 'Whether the rule has booked by itself' },
  created_at: timestamp,
} as const

export const bankRuleBookingList = listOf('bank_rule_booking_list', exactly('BankRuleBooking', booking))

export const bankRuleBookingQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, version, ...page },
} as const
export type BankRuleBookingQuery = FromSchema<typeof bankRuleBookingQuery>

export const bankRuleReversalRequest = {
  title: 'BankRuleReversalRequest',
  type: 'object',
  required: ['end_customer_id', 'reason'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    reason: statedText,
    version,
    posting_date: {
      ...date,
      description:
        'Of every reversal; without it, each has the day of its voucher, and those whose day is not open stay',
    },
    limit: { type: 'integer', minimum: 1, maximum: 100, description: 'Vouchers to look at; default: 100' },
    starting_after: { ...id, description: 'last_booking_id of the answer before; without it, from the beginning' },
    ...vatPeriodOfRequest,
  },
} as const
export type BankRuleReversalRequest = FromSchema<typeof bankRuleReversalRequest>

const REVERSAL_OUTCOMES = ['requested', 'withdrawn', 'done_before', 'cannot'] as const

export const bankRuleReversal = exactly('BankRuleReversal', {
  object: { const: 'bank_rule_reversal' },
  rule_id: { type: 'string' },
  data: {
    type: 'array',
    items: exactly('BankRuleReversedBooking', {
      ...booking,
      outcome: {
        enum: REVERSAL_OUTCOMES,
        description:
          'requested: the worker books the reversal; withdrawn: it was not booked yet; done_before: it is reversed, withdrawn or superseded; cannot: see details',
      },
      details: { type: 'array', items: errorDetail },
    }),
  },
  last_booking_id: {
    type: ['string', 'null'],
    description:
      'Where has_more is true: send the request again with this as starting_after, under another Idempotency-Key',
  },
  has_more: { type: 'boolean', description: 'Whether the rule has booked more than was looked at' },
})
