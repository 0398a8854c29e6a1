import { currency, date, endCustomerId, exchangeRate, month, page, statedText, text, timestamp } from '../primitives.ts'
import { exactly, type FromSchema, listOf, orNull } from '../schema.ts'
import { RATE_KINDS } from '../vat/registrations.ts'

export { LOCALES, type Locale } from '../primitives.ts'

/** The setup of an end customer: its settings, fiscal years, period locks and exchange rates. */

export const FISCAL_YEAR_STATES = ['open', 'closed'] as const
export type FiscalYearState = (typeof FISCAL_YEAR_STATES)[number]

export const noQuery = { type: 'object', additionalProperties: false, properties: {} } as const

export const fiscalYearRequest = {
  title: 'FiscalYearRequest',
  type: 'object',
  required: ['end_customer_id', 'start_date', 'end_date'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, start_date: date, end_date: date },
} as const
export type FiscalYearRequest = FromSchema<typeof fiscalYearRequest>

export const yearMembers = {
  object: { const: 'fiscal_year' },
  fiscal_year_id: { type: 'string' },
  end_customer_id: endCustomerId,
  start_date: date,
  end_date: date,
  state: { enum: FISCAL_YEAR_STATES },
} as const

export const fiscalYear = exactly('FiscalYear', yearMembers)

/** The answer of its reopening. */
export const reopenedFiscalYear = exactly('ReopenedFiscalYear', {
  ...yearMembers,
  waiting_fact_count: {
    type: 'integer',
    description: 'Facts of its days that nothing but the closed year has blocked: they are booked now, by themselves',
  },
})

export const fiscalYearList = listOf('fiscal_year_list', fiscalYear)

export const customerQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId },
} as const
export type CustomerQuery = FromSchema<typeof customerQuery>

export const yearStateRequest = {
  title: 'FiscalYearStateRequest',
  type: 'object',
  required: ['end_customer_id', 'reason'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, reason: statedText },
} as const
export type YearStateRequest = FromSchema<typeof yearStateRequest>

export const periodLockRequest = {
  title: 'PeriodLockRequest',
  type: 'object',
  required: ['end_customer_id', 'locked_through', 'reason'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    locked_through: { ...date, description: 'Nothing is posted on or before this day' },
    hard: { type: 'boolean', default: false, description: 'From now on the lock only moves forward' },
    reason: statedText,
  },
} as const
export type PeriodLockRequest = FromSchema<typeof periodLockRequest>

export const periodLockQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: { end_customer_id: endCustomerId, ...page },
} as const
export type PeriodLockQuery = FromSchema<typeof periodLockQuery>

const periodLock = exactly('PeriodLock', {
  object: { const: 'period_lock' },
  id: { type: 'string' },
  locked_through: date,
  hard: { type: 'boolean' },
  reason: { type: 'string' },
  actor_id: { type: 'string' },
  created_at: timestamp,
})

/** The lock in force, and a page of the changes that led to it, newest first. */
export const periodLocks = exactly('PeriodLocks', {
  object: { const: 'period_locks' },
  end_customer_id: endCustomerId,
  locked_through: orNull(date),
  hard: { type: 'boolean' },
  changes: { type: 'array', items: periodLock },
  has_more: { type: 'boolean', description: 'Whether there are older changes' },
})

export const exchangeRatesRequest = {
  title: 'ExchangeRatesRequest',
  type: 'object',
  required: ['end_customer_id', 'rates'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    rates: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      items: {
        title: 'ExchangeRateRequest',
        type: 'object',
        required: ['currency', 'rate'],
        additionalProperties: false,
        properties: {
          currency,
          rate_date: { ...date, description: 'The day of a daily rate' },
          month: { ...month, description: 'The month that an average rate is for: 2026-03' },
          rate: exchangeRate,
          source: text,
        },
        oneOf: [{ required: ['rate_date'] }, { required: ['month'] }],
      },
    },
  },
} as const
export type ExchangeRatesRequest = FromSchema<typeof exchangeRatesRequest>

export const exchangeRateList = listOf(
  'exchange_rate_list',
  exactly('ExchangeRate', {
    object: { const: 'exchange_rate' },
    currency: { type: 'string' },
    rate_date: { ...orNull(date), description: 'Null for the average rate of a month' },
    month: { type: ['string', 'null'], description: 'Null for the rate of a day' },
    rate: { type: 'string' },
    source: { type: 'string' },
  }),
)

export const exchangeRateQuery = {
  type: 'object',
  required: ['end_customer_id'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    currency,
    kind: { enum: RATE_KINDS, default: 'daily', description: 'Rates of days, or average rates of months' },
    limit: page.limit,
    starting_after: {
      type: 'string',
      pattern: '^[A-Z]{3}:\\d{4}-\\d{2}(-\\d{2})?$',
      description: 'Currency and date or month of the last rate of the page before: EUR:2026-03-01, EUR:2026-03',
    },
  },
} as const
export type ExchangeRateQuery = FromSchema<typeof exchangeRateQuery>
