import { date, endCustomerId, moneyAnswer } from '../primitives.ts'
import { exactly, type FromSchema } from '../schema.ts'

export const acquisitionTax = exactly('AcquisitionTax', {
  object: { const: 'acquisition_tax' },
  end_customer_id: endCustomerId,
  year: { type: 'string' },
  period_start: date,
  period_end: date,
  acquired: {
    ...moneyAnswer,
    description: 'Services from abroad of the calendar year that were posted without a registration, by posting date',
  },
  limit: { ...moneyAnswer, description: 'Up to it nothing is owed (MWSTG Art. 45 Abs. 2 lit. b)' },
  is_limit_passed: { type: 'boolean', description: 'Above the limit tax is owed on everything' },
  codes: {
    type: 'array',
    items: exactly('AcquiredByCode', {
      tax_code: { type: 'string' },
      rate_bp: { type: 'integer', description: 'Basis points: 8.1 % is 810' },
      base_amount: moneyAnswer,
      tax_amount: { ...moneyAnswer, description: 'On the base; owed where the limit is passed' },
      records: { type: 'string', description: 'GET this to read the tax records' },
    }),
  },
  tax: { ...moneyAnswer, description: 'Owed for the year; 0 up to the limit' },
})

export const acquisitionTaxQuery = {
  type: 'object',
  required: ['end_customer_id', 'year'],
  additionalProperties: false,
  properties: {
    end_customer_id: endCustomerId,
    year: { type: 'string', pattern: '^(?!0000)[0-9]{4}$', description: 'Calendar year: 2026' },
  },
} as const
export type AcquisitionTaxQuery = FromSchema<typeof acquisitionTaxQuery>
