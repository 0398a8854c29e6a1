/** Figures of the returns that the reconciliation of a year leads to. */
export const RECONCILED_TOTALS = ['200', '289', '299', '399', '479'] as const
export type ReconciledTotal = (typeof RECONCILED_TOTALS)[number]

/** From the revenue of the books to 200. */
export const TURNOVER_STEPS = [
  'revenue',
  'without_record',
  'other_account',
  'not_due',
  'other_period',
  'unregistered',
  'other_flows',
  'reductions',
  'not_in_return',
  'unexplained',
  'not_filed',
] as const

/** From the booked tax to 399 and 479. */
export const TAX_STEPS = [
  'booked',
  'not_due',
  'other_period',
  'not_in_return',
  'rounding',
  'net_tax_rate',
  'unexplained',
  'not_filed',
] as const

/** Steps whose entries can be listed: a difference that is computed has none. */
export const LISTED_STEPS = [
  'revenue',
  'without_record',
  'other_account',
  'unregistered',
  'other_flows',
  'reductions',
  'booked',
  'not_due',
  'other_period',
  'not_in_return',
  'not_filed',
  /** What was filed of a period of which only some days are in the year. */
  'filed',
] as const
