import { amountInWords } from '../../amounts/decimal.ts'
import { isBelowThreshold } from '../reconciliation/activity-shares.ts'
import type { TaxedActivity } from '../return/tax-total.ts'
import type { VatReturn } from '../return/vat-return.ts'
import type { OpenWork } from './open-work.ts'

/**
 * The registered activities that have a tenth of the turnover of a return or less, as a warning of it: the year decides
 * whether such an activity keeps a rate of its own. Turnover of one activity at several rates is one.
 *
 * @returns nothing where one activity is registered, and without turnover
 * @source MWSTV Art. 84 ff.
 */
export function smallActivities(
  { lines }: Pick<VatReturn, 'lines'>,
  activities: readonly TaxedActivity[],
  currency: string,
): readonly OpenWork[] {
  if (activities.length < 2) return []
  const turnoverOf = (isWanted: (id: string) => boolean) =>
    lines.reduce(
      (sum, { activity_id, base_minor }) =>
        activity_id !== null && isWanted(activity_id) ? sum + (base_minor ?? 0n) : sum,
      0n,
    )
  const total = turnoverOf(() => true)
  const small = activities.flatMap(({ activity_id, text }) => {
    const minor = turnoverOf((id) => id === activity_id)
    return isBelowThreshold(minor, total) ? [`${activity_id} ${text} has ${amountInWords(minor, currency)}`] : []
  })
  if (small.length === 0) return []
  const tax_in_words = `${small.join(', ')} of ${amountInWords(total, currency)}`
  return [
    { code: 'activity_below_threshold', count: small.length, blocked: 0, is_at_least: false, first: [], tax_in_words },
  ]
}
