import type { VatRegistration } from '../../../contract/vat/registrations.ts'
import type { TaxedMovement } from './taxed-movement.ts'

/** What an activity of the net tax rate method has of the turnover of a year. */
export type ActivityShare = {
  readonly activity_id: string
  readonly text: string
  readonly rate_bp: number
  readonly turnover_minor: bigint
  /** Of the turnover of all activities; null where there is none. */
  readonly share_bp: number | null
  /** Only an activity with more than a tenth of the turnover has a rate of its own. */
  readonly is_below_threshold: boolean
}

const THRESHOLD_BP = 1000n

/** Whether an activity has so little of the turnover of several that it has no rate of its own. */
export function isBelowThreshold(turnover_minor: bigint, total_minor: bigint): boolean {
  return total_minor > 0n && turnover_minor * 10_000n <= total_minor * THRESHOLD_BP
}

/**
 * The shares of the activities that are registered at the end of a year. With one activity there is nothing to compare.
 *
 * @source MWSTV Art. 84 ff.: one rate for each activity above 10 % of the turnover
 */
export function activityShares(
  movements: readonly TaxedMovement[],
  activities: VatRegistration['activities'],
): ActivityShare[] {
  const its = movements.filter(
    ({ part, kind }) => part === 'turnover' && (kind.startsWith('due') || kind.startsWith('declared')),
  )
  const turnoverOf = (isWanted: (id: string) => boolean) =>
    its.reduce((sum, { activity_id, amount_minor }) => (isWanted(activity_id) ? sum + amount_minor : sum), 0n)
  const total = turnoverOf((id) => id !== '')
  return activities.map(({ activity_id, text, rate_bp }) => {
    const turnover_minor = turnoverOf((id) => id === activity_id)
    const share = total > 0n ? (turnover_minor * 10_000n) / total : null
    const is_below_threshold = activities.length > 1 && isBelowThreshold(turnover_minor, total)
    return {
      activity_id,
      text,
      rate_bp,
      turnover_minor,
      share_bp: share === null ? null : Number(share),
      is_below_threshold,
    }
  })
}
