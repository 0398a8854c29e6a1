import { date, moneyAnswer } from '../primitives.ts'
import { exactly } from '../schema.ts'
import { SUBMISSIONS } from './vat-filings.ts'

export const turnoverFigures = { figure_200: moneyAnswer, figure_289: moneyAnswer, figure_299: moneyAnswer } as const
export const taxFigures = { figure_399: moneyAnswer, figure_479: moneyAnswer } as const

const filing = exactly('ReconciledFiling', {
  filing_number: { type: 'integer' },
  ...turnoverFigures,
  ...taxFigures,
  payable_tax: moneyAnswer,
  vat_return: { type: 'string', description: 'GET this to read the return as it was filed' },
})

const difference = exactly('ReconciledDifference', {
  kind: { enum: ['rounding', 'net_tax_rate'] },
  figure: { type: ['string', 'null'] },
  activity_id: { type: ['string', 'null'] },
  rate_bp: { type: 'integer' },
  amount: moneyAnswer,
})

/** A return of a fiscal year: what was filed of it, and what of its records was not. */
export const reconciledReturn = exactly('ReconciledReturn', {
  period: { type: 'string' },
  period_start: date,
  period_end: date,
  is_cut: { type: 'boolean', description: 'Days of the period lie outside the year or the registration' },
  method: { enum: ['effective', 'net_tax_rate'] },
  submission: { enum: SUBMISSIONS },
  filing_numbers: {
    type: 'array',
    items: { type: 'integer' },
    description: 'Of the filing that holds for the period, or of every reconciliation of the year; none: not filed yet',
  },
  filings: { type: 'array', items: filing, description: 'With what they count with in the year' },
  consideration: { ...moneyAnswer, description: 'Figure 200, as filed' },
  payable_tax: { ...moneyAnswer, description: 'As filed' },
  not_filed: exactly('ReconciledNotFiled', {
    consideration: moneyAnswer,
    payable_tax: moneyAnswer,
    records: {
      type: 'string',
      description: 'GET this to read the tax records that no filed return has: a correction declares them',
    },
  }),
  differences: {
    type: 'array',
    items: difference,
    description: 'What its lines compute as tax beside what records have booked, as the records are today',
  },
  vat_return: { type: 'string', description: 'GET this to read the return' },
  recorded_return: { type: 'string', description: 'GET this to read the return as the records are today' },
})
