import { exactly, type FromSchema } from './schema.ts'

export const SAFE_MAX = Number.MAX_SAFE_INTEGER

export const currency = { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217' } as const

/** Contract, "Money object". 1990 CHF is 19.90. The bounds keep JSON integers exact. */
export const money = {
  title: 'Money',
  description: 'An amount in minor units of its currency: 1990 CHF is 19.90.',
  type: 'object',
  required: ['amount_minor', 'currency'],
  additionalProperties: false,
  properties: {
    amount_minor: { type: 'integer', minimum: -SAFE_MAX, maximum: SAFE_MAX },
    currency,
  },
} as const
export type Money = FromSchema<typeof money>

/** An amount that we answer. Sums may lie beyond 2^53; they are written out in full. */
export const moneyAnswer = exactly('MoneyAnswer', {
  amount_minor: { type: 'integer' },
  currency: { type: 'string' },
})

export const endCustomerId = {
  type: 'string',
  format: 'uuid',
  description: 'The end customer that the resource belongs to: a UUID of your own choice.',
} as const
/** Base currency for one unit of a foreign currency: up to eight decimals, above zero. */
export const exchangeRate = {
  type: 'string',
  pattern: '^(?=.*[1-9])\\d{1,9}(\\.\\d{1,8})?$',
  description: 'Base currency for one unit of the foreign currency, as a decimal: "0.95"',
} as const
export const date = { type: 'string', format: 'date' } as const
export const month = {
  type: 'string',
  pattern: '^(?!0000)\\d{4}-(0[1-9]|1[0-2])$',
  description: 'A month of the calendar: 2026-03',
} as const
export const timestamp = { type: 'string', format: 'date-time' } as const
export const text = { type: 'string', minLength: 1, maxLength: 500 } as const
/** A character that is seen: no blank, no control character, and none without a width. */
export const VISIBLE =
  '[^\\s\\u0000-\\u001f\\u007f-\\u00a0\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]'
/** What somebody says for those who read it later: a reason, a justification, a consent. Blanks say nothing. */
export const statedText = { ...text, pattern: VISIBLE } as const
export const id = { type: 'string', minLength: 1, maxLength: 100 } as const
export const structuredAddress = {
  type: 'object',
  description: 'Name, street, building number, post code, town, country: any members, all of them text',
  maxProperties: 30,
  additionalProperties: { type: ['string', 'null'], maxLength: 500 },
} as const
export const sha256 = {
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256, 64 lower-case hex digits',
} as const

export const blocker = exactly('Blocker', {
  code: { type: 'string' },
  message: { type: 'string' },
  pointer: { type: 'string', description: 'JSON Pointer into the request (RFC 6901)' },
  remedy: { type: 'string' },
})

/** As a blocker, but it stops nothing. */
export const warning = exactly('Warning', {
  code: { type: 'string' },
  message: { type: 'string' },
  pointer: { type: 'string', description: 'JSON Pointer into the request (RFC 6901)' },
  remedy: { type: 'string' },
})

export const evidenceHashes = exactly('EvidenceHashes', {
  attachment_hashes: { type: 'array', items: { type: 'string' } },
  evidence_link_hashes: { type: 'array', items: { type: 'string' } },
  source_hash: { type: 'string' },
  source_payload_hash: { type: 'string' },
})

export type EvidenceHashes = FromSchema<typeof evidenceHashes>

/** Money that a request gives where nothing and less make no sense. */
export const positiveMoney = {
  title: 'PositiveMoney',
  description: 'An amount in minor units of its currency, above zero: 1990 CHF is 19.90.',
  type: 'object',
  required: ['amount_minor', 'currency'],
  additionalProperties: false,
  properties: {
    amount_minor: { type: 'integer', minimum: 1, maximum: SAFE_MAX },
    currency,
  },
} as const

/** A link whose target may not exist yet. */
export function reference<const N extends string>(object: N) {
  return {
    type: 'object',
    required: ['object', 'id'],
    additionalProperties: false,
    properties: { object: { const: object }, id: { type: ['string', 'null'] } },
  } as const
}

const INTENT_STATES = ['pending', 'succeeded', 'blocked', 'failed'] as const
export type IntentState = (typeof INTENT_STATES)[number]

/** The asynchronous work that a request caused. */
export const intent = exactly('Intent', {
  object: { const: 'intent' },
  id: { type: 'string' },
  type: { type: 'string' },
  state: { enum: INTENT_STATES },
  blockers: { type: 'array', items: blocker },
  result: { type: ['object', 'null'] },
  created_at: timestamp,
  completed_at: { type: ['string', 'null'], format: 'date-time' },
})

export const errorDetail = exactly('ErrorDetail', {
  pointer: { type: 'string', description: 'JSON Pointer into the request (RFC 6901)' },
  code: { type: 'string' },
  message: { type: 'string' },
})

export const errorEnvelope = exactly('Error', {
  error: exactly('ErrorBody', {
    code: { type: 'string' },
    message: { type: 'string' },
    request_id: { type: 'string' },
    details: { type: 'array', items: errorDetail },
  }),
})

/** Query parameters of every list. */
export const page = {
  limit: { type: 'integer', minimum: 1, maximum: 500, description: 'Default: 100' },
  starting_after: { ...id, description: 'Id of the last resource of the page before' },
} as const

/** Languages of labels and printed pages. */
export const LOCALES = ['de', 'fr', 'it', 'en'] as const
export type Locale = (typeof LOCALES)[number]
