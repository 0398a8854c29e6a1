import { EVENT_TYPES } from '../platform/events.ts'
import { endCustomerId, page, text, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf } from '../schema.ts'

const WEBHOOK_STATES = ['on', 'off'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** `request`: somebody has asked for it; `gone`: the receiver has answered 410; `failing`: it has failed for too long. */
const OFF_REASONS = ['request', 'gone', 'failing'] as const
export type OffReason = (typeof OFF_REASONS)[number]

/** As many end customers as a subscription may name; one that is for all of them names none. */
const MOST_CUSTOMERS = 1_000
/** So long the old secret signs as well, where the request says nothing. */
export const HOURS_OF_OLD_SECRET = 24

const state = { enum: WEBHOOK_STATES } as const
const url = {
  type: 'string',
  minLength: 1,
  maxLength: 2_000,
  description: 'https, and no address inside a network; redirects are not followed',
} as const
const eventTypes = {
  type: ['array', 'null'],
  items: { enum: EVENT_TYPES },
  minItems: 1,
  maxItems: 100,
  description: 'The types that are sent; null: all, also later ones',
} as const
const endCustomers = {
  type: ['array', 'null'],
  items: endCustomerId,
  minItems: 1,
  maxItems: MOST_CUSTOMERS,
  description:
    'The end customers whose events are sent; null: all that the key covers. One that has a list covers those of now',
} as const
const description = { ...text, type: ['string', 'null'], description: 'For people' } as const

/** A new subscription sends what happens from now on. */
export const webhookSubscriptionRequest = {
  title: 'WebhookSubscriptionRequest',
  type: 'object',
  required: ['url'],
  additionalProperties: false,
  properties: {
    url,
    description,
    event_types: eventTypes,
    end_customer_ids: endCustomers,
    state: { ...state, default: 'on' },
  },
} as const
export type WebhookSubscriptionRequest = FromSchema<typeof webhookSubscriptionRequest>

/** A subscription that is on goes on from where it has stopped. End customers that are new to it begin now. */
export const webhookChangeRequest = {
  title: 'WebhookChangeRequest',
  type: 'object',
  required: ['url', 'event_types', 'end_customer_ids', 'state'],
  additionalProperties: false,
  properties: { url, description, event_types: eventTypes, end_customer_ids: endCustomers, state },
} as const
export type WebhookChangeRequest = FromSchema<typeof webhookChangeRequest>

export const webhookRotationRequest = {
  title: 'WebhookRotationRequest',
  type: 'object',
  required: [],
  additionalProperties: false,
  properties: {
    old_secret_hours: {
      type: 'integer',
      minimum: 0,
      maximum: 168,
      default: HOURS_OF_OLD_SECRET,
      description: 'For so long messages are signed with both secrets',
    },
  },
} as const
export type WebhookRotationRequest = FromSchema<typeof webhookRotationRequest>

export const webhookDeletionRequest = {
  title: 'WebhookDeletionRequest',
  type: 'object',
  required: [],
  additionalProperties: false,
  properties: {},
} as const
export type WebhookDeletionRequest = FromSchema<typeof webhookDeletionRequest>

const instantOrNull = { type: ['string', 'null'], format: 'date-time' } as const

const ofSubscription = {
  object: { const: 'webhook_subscription' },
  id: { type: 'string' },
  url: { type: 'string' },
  description: { type: ['string', 'null'] },
  event_types: { type: ['array', 'null'], items: { type: 'string' } },
  end_customer_ids: { type: ['array', 'null'], items: { type: 'string' } },
  state,
  off_reason: { enum: [...OFF_REASONS, null], description: 'null: it is on' },
  off_at: instantOrNull,
  old_secret_until: { ...instantOrNull, description: 'The secret before signs as well until then' },
  created_at: timestamp,
  changed_at: timestamp,
} as const

export const webhookSubscription = exactly('WebhookSubscription', ofSubscription)

/** The one answer that shows the secret. A retry with the same Idempotency-Key gets it again; nobody else does. */
export const webhookSubscriptionWithSecret = exactly('WebhookSubscriptionWithSecret', {
  ...ofSubscription,
  secret: { type: ['string', 'null'], description: 'whsec_…; null: the operator has changed the key that seals it' },
})

export const webhookSubscriptionList = listOf('webhook_subscription_list', webhookSubscription)

export const deletedWebhookSubscription = exactly('DeletedWebhookSubscription', {
  object: { const: 'webhook_subscription' },
  id: { type: 'string' },
  end_customer_ids: { type: ['array', 'null'], items: { type: 'string' } },
  deleted: { const: true },
})

export const webhookSubscriptionQuery = {
  type: 'object',
  required: [],
  additionalProperties: false,
  properties: {
    end_customer_id: { ...endCustomerId, description: 'Only those that send events of this end customer' },
    state,
    ...page,
  },
} as const
export type WebhookSubscriptionQuery = FromSchema<typeof webhookSubscriptionQuery>

export const oneWebhookQuery = {
  type: 'object',
  required: [],
  additionalProperties: false,
  properties: {},
} as const
export type OneWebhookQuery = FromSchema<typeof oneWebhookQuery>
