import { date, endCustomerId, statedText, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, orNull } from '../schema.ts'

/** What an end customer is registered as for VAT, from a day on. */

export const VAT_METHODS = ['effective', 'net_tax_rate', 'not_registered'] as const
export type VatMethod = (typeof VAT_METHODS)[number]
export const CONSIDERATIONS = ['agreed', 'received'] as const
export const FILING_PERIODS = ['month', 'quarter', 'half_year', 'year'] as const
export type FilingPeriod = (typeof FILING_PERIODS)[number]
export const RATE_KINDS = ['daily', 'monthly_average'] as const
export type RateKind = (typeof RATE_KINDS)[number]

/** The registration that has no date holds from this day on. */
export const FIRST_DAY = '0001-01-01'
/** Reason of a change that was made by the method without a date. */
export const UNDATED_REASON = 'vat_method of the end customer'

const validFrom = { ...date, description: 'First day; it is in force until the next one begins' } as const
const consideration = {
  enum: CONSIDERATIONS,
  description: 'When tax is due: with the invoice (agreed), or with its payment (received)',
} as const
const filingPeriod = {
  enum: FILING_PERIODS,
  description: 'effective: month, quarter or year. net_tax_rate: half_year or year',
} as const

const exchangeRates = {
  enum: RATE_KINDS,
  description: 'Which rates convert documents in a foreign currency that state none: of their day, or of their month',
} as const

const vatActivity = {
  title: 'VatActivity',
  type: 'object',
  required: ['activity_id', 'rate_bp', 'text'],
  additionalProperties: false,
  properties: {
    activity_id: {
      type: 'string',
      pattern: '^[!-~]{5}$',
      description: 'Five characters, as the tax administration has given them (activityID of eCH-0217)',
    },
    rate_bp: { type: 'integer', minimum: 0, maximum: 1000, description: 'Net tax rate in basis points: 620 is 6.2 %' },
    text: { type: 'string', minLength: 1, maxLength: 100 },
    accounts: {
      type: 'array',
      maxItems: 100,
      items: { type: 'string', minLength: 1, maxLength: 50 },
      description: 'Codes of accounts whose turnover is of this activity where a line names none',
    },
  },
} as const

export const vatRegistrationRequest = {
  title: 'VatRegistrationRequest',
  type: 'object',
  required: ['end_customer_id', 'valid_from', 'method', 'reason'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    valid_from: validFrom,
    method: { enum: VAT_METHODS },
    consideration,
    filing_period: filingPeriod,
    activities: {
      type: 'array',
      maxItems: 20,
      items: vatActivity,
      description: 'Of net_tax_rate only, at least one',
    },
    exchange_rates: { ...exchangeRates, default: 'daily' },
    reason: statedText,
  },
} as const
export type VatRegistrationRequest = FromSchema<typeof vatRegistrationRequest>

export const vatRegistrationQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    limit: { type: 'integer', minimum: 1, maximum: 100, description: 'Of registrations, and of changes. Default: 100' },
    starting_after: {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'change_number of the last change of the page before',
    },
    registrations_after: { ...date, description: 'valid_from of the last registration of the page before' },
  },
} as const
export type VatRegistrationQuery = FromSchema<typeof vatRegistrationQuery>

const members = {
  valid_from: date,
  method: { enum: VAT_METHODS },
  consideration: { ...consideration, enum: [...CONSIDERATIONS, null] },
  filing_period: { ...filingPeriod, enum: [...FILING_PERIODS, null] },
  activities: { type: 'array', items: vatActivity },
  exchange_rates: exchangeRates,
} as const

const inForce = exactly('VatRegistrationInForce', members)
/** In force from a day until the next one. Somebody who is not registered has no consideration and files nothing. */
export type VatRegistration = FromSchema<typeof inForce>

/** The registrations of an end customer, oldest first, and every change that led to them, newest first: a page of each. */
export const vatRegistrations = exactly('VatRegistrations', {
  object: { const: 'vat_registrations' },
  end_customer_id: endCustomerId,
  registrations: {
    type: 'array',
    items: exactly('VatRegistration', {
      object: { const: 'vat_registration' },
      ...members,
      valid_to: { ...orNull(date), description: 'Last day; null where it is in force until it is changed' },
      warnings: {
        type: 'array',
        items: exactly('VatRegistrationWarning', {
          code: { enum: ['effective_method_kept_briefly', 'method_changed'] },
          message: { type: 'string' },
        }),
        description:
          'What the tax administration may refuse, and what a change of method leaves to be done; nothing waits for it',
      },
    }),
  },
  registrations_has_more: { type: 'boolean' },
  changes: {
    type: 'array',
    items: exactly('VatRegistrationChange', {
      object: { const: 'vat_registration_change' },
      change_number: { type: 'integer' },
      ...members,
      reason: { type: 'string' },
      actor_id: { type: 'string' },
      created_at: timestamp,
    }),
  },
  has_more: { type: 'boolean', description: 'Whether there are older changes' },
})
