import {
  date,
  endCustomerId,
  intent,
  money,
  moneyAnswer,
  page,
  sha256,
  statedText,
  text,
  timestamp,
} from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'

const MANUAL_PAYMENT_STATES = ['recorded', 'reversed'] as const
export type ManualPaymentState = (typeof MANUAL_PAYMENT_STATES)[number]

const details = {
  amount: money,
  event_date: date,
  source_channel: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,63}$', description: 'manual, cash, …' },
  reference: text,
  source_evidence_sha256: sha256,
} as const

export const manualPaymentRequest = {
  title: 'ManualPaymentRequest',
  type: 'object',
  required: ['end_customer_id', 'amount', 'event_date'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, ...details },
} as const
export type ManualPaymentRequest = FromSchema<typeof manualPaymentRequest>

/** Contract, "Manual payment reverse request". */
export const manualPaymentReversal = {
  title: 'ManualPaymentReversal',
  type: 'object',
  required: ['end_customer_id', 'reason'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    reason: statedText,
    correction: {
      title: 'ManualPaymentCorrection',
      type: 'object',
      required: ['amount', 'event_date'],
      additionalProperties: false,
      properties: details,
    },
  },
} as const
export type ManualPaymentReversal = FromSchema<typeof manualPaymentReversal>

/** Contract, "Manual payment (response)". */
export const manualPayment = exactly('ManualPayment', {
  object: { const: 'manual_payment' },
  id: { type: 'string' },
  allocation_status: { const: 'not_supported_in_v0_1' },
  amount: moneyAnswer,
  end_customer_id: endCustomerId,
  event_date: date,
  evidence_only: { const: true },
  evidence_sha256: { type: ['string', 'null'] },
  source_channel: { type: 'string' },
  reference: { type: ['string', 'null'] },
  state: { enum: MANUAL_PAYMENT_STATES },
  correction_payment_id: { type: ['string', 'null'] },
  intents: { type: 'array', items: intent },
  created_at: timestamp,
})

export const manualPaymentList = listOf('manual_payment_list', manualPayment)

export const manualPaymentQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, state: { enum: MANUAL_PAYMENT_STATES }, ...page },
} as const
export type ManualPaymentQuery = FromSchema<typeof manualPaymentQuery>
