import { event } from '../platform/events.ts'
import { endCustomerId, id, page, SAFE_MAX, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'

/** The body of a webhook. `data` is the event as `GET /v1/events` has it. */
export const webhookMessage = exactly('WebhookMessage', {
  type: { type: 'string', description: 'The type of the event' },
  timestamp: { ...timestamp, description: 'When it happened' },
  data: event,
})
export type WebhookMessage = FromSchema<typeof webhookMessage>

const instantOrNull = { type: ['string', 'null'], format: 'date-time' } as const

/** One attempt to send one event. Nothing of what was sent or answered is kept. */
const webhookAttempt = exactly('WebhookAttempt', {
  object: { const: 'webhook_attempt' },
  id: { type: 'string' },
  end_customer_id: endCustomerId,
  webhook_id: { type: 'string', description: 'The header webhook-id, the same for each attempt of an event' },
  event_number: { type: 'integer' },
  event_type: { type: 'string' },
  attempt: { type: 'integer', description: 'Of this event, from 1' },
  status: { type: ['integer', 'null'], description: 'HTTP status; null: there was no answer' },
  error: {
    type: ['string', 'null'],
    description:
      'null: delivered. Else one word: status, redirect, gone, timeout, address_refused, unknown_host, connection_refused, connection_lost, connection_failed, tls, no_http, secret_sealed',
  },
  duration_ms: { type: 'integer' },
  attempted_at: timestamp,
})

export const webhookAttemptList = listOf('webhook_attempt_list', webhookAttempt)

export const webhookAttemptQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    failed: { enum: ['true', 'false'], description: 'true: only attempts that failed; false: only the others' },
    ...page,
  },
} as const
export type WebhookAttemptQuery = FromSchema<typeof webhookAttemptQuery>

/** How far a subscription has come in the feed of an end customer. */
export const webhookPosition = exactly('WebhookPosition', {
  object: { const: 'webhook_position' },
  end_customer_id: endCustomerId,
  delivered_event_number: { type: 'integer', description: 'Up to here everything is delivered, or was not wanted' },
  last_event_number: { type: 'integer', description: 'The last one of the feed' },
  state: {
    enum: ['on', 'off'],
    description:
      'off: it has failed for too long for this end customer alone. A change of the subscription to on tries again',
  },
  failed_attempts: { type: 'integer', description: 'Of the next event, one after the other' },
  failing_since: instantOrNull,
  next_attempt_at: instantOrNull,
  last_status: { type: ['integer', 'null'] },
  last_error: { type: ['string', 'null'], description: 'As in the log of attempts; null: the last attempt was taken' },
  delivered_at: instantOrNull,
})

export const webhookPositionList = listOf('webhook_position_list', webhookPosition)

export const webhookPositionQuery = {
  type: 'object',
  required: [],
  additionalProperties: false,
  properties: {
    limit: page.limit,
    starting_after: { ...id, description: 'end_customer_id of the last position of the page before' },
  },
} as const
export type WebhookPositionQuery = FromSchema<typeof webhookPositionQuery>

export const webhookRedeliveryRequest = {
  title: 'WebhookRedeliveryRequest',
  type: 'object',
  required: ['end_customer_id', 'from_event_number'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    from_event_number: {
      type: 'integer',
      minimum: 1,
      maximum: SAFE_MAX,
      description:
        'The next one to deliver: an earlier one sends again what came before, a later one leaves out what lies between; the one behind the last leaves out all of them',
    },
  },
} as const
export type WebhookRedeliveryRequest = FromSchema<typeof webhookRedeliveryRequest>
