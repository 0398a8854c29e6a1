import { endCustomerId, SAFE_MAX, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'

export const EVENT_TYPES = [
  'fact.blocked',
  'fact.posted',
  'fact.superseded',
  'fact.withdrawn',
  'fact.reversed',
  'fact.reversal_blocked',
  'allocation.blocked',
  'allocation.posted',
  'allocation.reversed',
  'allocation.reversal_blocked',
  'settlement.blocked',
  'settlement.posted',
  'settlement.reversed',
  'settlement.reversal_blocked',
  'import.completed',
  'import.rejected',
  'manual_payment.recorded',
  'manual_payment.reversed',
  'payment_order.created',
  'payment_order.withdrawn',
  'payment_order.reported',
  'payment_order.contradicted',
  'payment_order.paid',
  'payment_order.reopened',
  'bank_entry.changed',
  'bank_return.created',
  'bank_return.reversed',
  'notification.joined',
  'payment.superseded',
  'bank_rule.changed',
  'open_item.changed',
  'fiscal_year.closed',
  'fiscal_year.reopened',
  'vat_registration.changed',
  'vat_return.filed',
  'vat_tax.transferred',
  'supplier_uid.answered',
  'webhook.switched_off',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

const SUBJECT_TYPES = [
  'source_fact',
  'payment_allocation',
  'supplier_payable_settlement',
  'camt053_import',
  'manual_payment',
  'payment_order',
  'camt053_entry',
  'camt054_import',
  'camt054_entry',
  'bank_rule',
  'bank_return',
  'document',
  'supplier_payable',
  'payment',
  'fiscal_year_closing',
  'vat_filing',
  'vat_transfer',
  'webhook_subscription',
  'end_customer',
] as const
export type SubjectType = (typeof SUBJECT_TYPES)[number]

/** One change, as it was committed. A GET shows the subject as it is now. */
export const event = exactly('Event', {
  object: { const: 'event' },
  event_number: { type: 'integer', description: 'Gapless within one end customer, in the order of the commits' },
  event_type: { enum: EVENT_TYPES },
  end_customer_id: endCustomerId,
  subject: exactly('EventSubject', {
    object: { enum: SUBJECT_TYPES },
    id: { type: 'string' },
    source_system: { type: ['string', 'null'] },
    external_reference: { type: ['string', 'null'] },
    fiscal_year_id: { type: ['string', 'null'], description: 'Of a closing: the year that was closed or reopened' },
  }),
  journal_entry_id: { type: ['string', 'null'], description: 'The entry that was booked by this change' },
  blocker_codes: {
    type: 'array',
    items: { type: 'string' },
    description: 'What stands in the way, where it is blocked',
  },
  created_at: timestamp,
})

export const eventList = listOf('event_list', event)

export const eventQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    after: {
      type: 'integer',
      minimum: 0,
      maximum: SAFE_MAX,
      description: 'event_number of the last event that you have; default: from the first one that is kept, usually 1',
    },
    limit: { type: 'integer', minimum: 1, maximum: 500 },
    wait: {
      type: 'integer',
      minimum: 0,
      maximum: 30,
      description: 'Seconds to hold the answer while there is nothing new; default 0',
    },
  },
} as const
export type EventQuery = FromSchema<typeof eventQuery>
