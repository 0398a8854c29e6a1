import type { VatRegistration } from '../../../contract/vat/registrations.ts'
import { type ReturnLine, sumOfLines } from '../return/lines-of-form.ts'
import type { ReturnOfYear } from './return-of-year.ts'
import type { TaxedMovement } from './taxed-movement.ts'

/** What an activity of the net tax rate method has of the turnover of a year. */
export type ActivityShare = {
  readonly activity_id: string
  readonly text: string
  /** The last one of the year. */
  readonly rate_bp: number
  readonly turnover_minor: bigint
  /** Of the turnover of all activities; null where there is none. */
  readonly share_bp: number | null
  /** Only an activity with more than a tenth of the turnover has a rate of its own. */
  readonly is_below_threshold: boolean
  /** Each rate that its turnover was taxed at: one that changes within the year, or the rates of the days of supply. */
  readonly rates: readonly RateOfActivity[]
}

type RateOfActivity = { readonly rate_bp: number; readonly turnover_minor: bigint; readonly tax_minor: bigint }
type Activities = VatRegistration['activities']

const THRESHOLD_BP = 1000n

/** Whether an activity has so little of the turnover of several that it has no rate of its own. */
export function isBelowThreshold(turnover_minor: bigint, total_minor: bigint): boolean {
  return total_minor > 0n && turnover_minor * 10_000n <= total_minor * THRESHOLD_BP
}

/**
 * The shares of the activities that are registered at the end of a year, then those of others that have turnover in it: of
 * before a change. Where one activity is registered there is nothing to compare.
 *
 * @param registrations all that there are, in order
 * @param last of the year
 * @source MWSTV Art. 84 ff.: one rate for each activity above 10 % of the turnover
 */
export function activityShares(
  movements: readonly TaxedMovement[],
  returns: readonly ReturnOfYear[],
  registrations: readonly VatRegistration[],
  last: VatRegistration,
): ActivityShare[] {
  const { activities: registered } = last
  const its = movements.filter(
    ({ part, kind }) => part === 'turnover' && (kind.startsWith('due') || kind.startsWith('declared')),
  )
  const turnoverOf = (isWanted: (id: string) => boolean) =>
    its.reduce((sum, { activity_id, amount_minor }) => (isWanted(activity_id) ? sum + amount_minor : sum), 0n)
  const total = turnoverOf((id) => id !== '')
  const lines = returns.flatMap(({ in_records }) => in_records.flatMap((one) => one.lines))
  const until = registrations.filter(({ valid_from }) => valid_from <= last.valid_from)
  return activitiesOf(until, registered).flatMap(({ activity_id, text, rate_bp }) => {
    const turnover_minor = turnoverOf((id) => id === activity_id)
    const share = total > 0n ? (turnover_minor * 10_000n) / total : null
    const rates = ratesOf(lines.filter((line) => line.activity_id === activity_id))
    const isRegistered = registered.some((one) => one.activity_id === activity_id)
    if (!isRegistered && turnover_minor === 0n && rates.length === 0) return []
    const is_below_threshold = isRegistered && registered.length > 1 && isBelowThreshold(turnover_minor, total)
    const share_bp = share === null ? null : Number(share)
    return [{ activity_id, text, rate_bp, turnover_minor, share_bp, is_below_threshold, rates }]
  })
}

/** The registered ones in their order, then others, the last ones first, each as it was registered last. */
function activitiesOf(registrations: readonly VatRegistration[], registered: Activities): Activities {
  const before = registrations.toReversed().flatMap(({ activities }) => activities)
  const byId = Map.groupBy([...registered, ...before], ({ activity_id }) => activity_id)
  return [...byId.values()].flatMap(([last]) => last ?? [])
}

/** Of a registered activity the returns have a line for its rate also where nothing was taxed at it. */
function ratesOf(lines: readonly ReturnLine[]): RateOfActivity[] {
  return [...Map.groupBy(lines, ({ rate_bp }) => Number(rate_bp))]
    .map(([rate_bp, its]) => ({
      rate_bp,
      turnover_minor: sumOfLines(its, 'base_minor'),
      tax_minor: sumOfLines(its, 'tax_minor'),
    }))
    .filter(({ turnover_minor, tax_minor }) => turnover_minor !== 0n || tax_minor !== 0n)
    .sort((a, b) => a.rate_bp - b.rate_bp)
}
