import { moneyAnswer } from '../primitives.ts'
import { exactly } from '../schema.ts'

/** An activity of the net tax rate method in the reconciliation of a year. */
export const activityShare = exactly('ActivityShare', {
  activity_id: { type: 'string' },
  text: { type: 'string' },
  rate_bp: { type: 'integer', description: 'The last one of the year, in basis points: 620 is 6.2 %' },
  turnover: { ...moneyAnswer, description: 'After reductions, tax included' },
  share_bp: { type: ['integer', 'null'], description: 'Of the turnover of all activities, in basis points' },
  is_below_threshold: {
    type: 'boolean',
    description:
      'One of several activities that has 10 % of the turnover or less: only those above have a rate of their own',
  },
  rates: {
    type: 'array',
    description: 'Each rate that turnover of the activity is taxed at in the returns, by the days of supply',
    items: exactly('RateOfActivity', {
      rate_bp: { type: 'integer' },
      turnover: { ...moneyAnswer, description: 'Figure of the returns, tax included' },
      tax: moneyAnswer,
    }),
  },
})
