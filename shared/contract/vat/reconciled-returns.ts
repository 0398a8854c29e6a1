import { date, moneyAnswer } from '../primitives.ts'
import { exactly } from '../schema.ts'
import { SUBMISSIONS } from './vat-filings.ts'

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
  vat_return: { type: 'string', description: 'GET this to read the return' },
})

export const turnoverFigures = { figure_200: moneyAnswer, figure_289: moneyAnswer, figure_299: moneyAnswer } as const
export const taxFigures = { figure_399: moneyAnswer, figure_479: moneyAnswer } as const
