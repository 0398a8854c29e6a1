import { isOwed } from './tax.ts'
import type { MeaningOfAccounts, TaxedMovement } from './taxed-movement.ts'

/** Steps from the revenue of the books to figure 200 that are made of what accounts have moved. */
export const MOVED_STEPS = [
  'revenue',
  'without_record',
  'other_account',
  'not_due',
  'unregistered',
  'other_flows',
  'reductions',
] as const
export type MovedStep = (typeof MOVED_STEPS)[number]

/** With which sign a movement belongs to a step from revenue to 200; 0: it does not. */
export function shareOfStep(step: MovedStep, movement: TaxedMovement, { classOf }: MeaningOfAccounts): bigint {
  const { part, account_code, kind, direction, form_figure } = movement
  const isRevenue = classOf(account_code) === 'revenue'
  const isFlow = form_figure === '900' || form_figure === '910'
  const isDeclared = kind.startsWith('declared')
  const isInReturn = isDeclared || kind.startsWith('due')
  const belongs: Readonly<Record<MovedStep, boolean>> = {
    revenue: isRevenue,
    without_record: part === 'rest' && isRevenue,
    other_account: part === 'turnover' && !isRevenue && !isDeclared,
    not_due: part === 'turnover' && !kind.startsWith('due'),
    unregistered: direction === 'output_unregistered',
    other_flows: isFlow,
    reductions: direction === 'output_reduction' && isInReturn,
  }
  if (part === 'tax' || !belongs[step]) return 0n
  if (step === 'revenue' || step === 'other_account') return 1n
  if (step === 'not_due') return isDeclared ? 1n : -1n
  // The steps before have taken what is not in 200 yet.
  return isInReturn || part === 'rest' ? -1n : 0n
}

/** The same for the tax that records have booked: what is owed leads to 399, what is deducted to 479. */
export function shareOfBookedTax(total: '399' | '479', movement: TaxedMovement): bigint {
  if (movement.part !== 'tax' || isOwed(movement) !== (total === '399')) return 0n
  return total === '399' ? 1n : -1n
}
