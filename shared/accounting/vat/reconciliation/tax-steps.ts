import type { ReturnLine } from '../return/lines-of-form.ts'
import type { CountsIn } from './return-of-year.ts'

/** A step from the tax that records have booked to a total of the returns. */
export type TaxStep = {
  readonly kind:
    | 'booked'
    | 'not_due'
    | 'other_period'
    | 'not_in_return'
    | 'rounding'
    | 'net_tax_rate'
    | 'unexplained'
    | 'not_filed'
  readonly figure: string | null
  readonly activity_id: string | null
  readonly rate_bp: number | null
  /** Of what is not filed. */
  readonly period: string | null
  readonly counts_in: CountsIn | null
  readonly amount_minor: bigint
  /** Of what is not filed of 399: what of it records have booked. */
  readonly booked_minor: bigint | null
}

/** What the lines of returns compute as tax beside what records have booked, in one step for each figure, activity and rate. */
export function differencesIn(lines: readonly ReturnLine[]): TaxStep[] {
  const differences = lines
    .filter(({ rate_bp }) => rate_bp !== null)
    .map(({ figure, activity_id, rate_bp, tax_minor, booked_minor }) => ({
      ...step(activity_id === null ? 'rounding' : 'net_tax_rate', (tax_minor ?? 0n) - (booked_minor ?? 0n)),
      figure,
      activity_id,
      rate_bp: Number(rate_bp),
    }))
  return added(differences)
}

/** Steps of one kind, figure, activity and rate are one. */
function added(steps: readonly TaxStep[]): TaxStep[] {
  return [
    ...Map.groupBy(
      steps,
      ({ kind, figure, activity_id, rate_bp }) => `${kind} ${figure} ${activity_id} ${rate_bp}`,
    ).values(),
  ].flatMap((same) =>
    same
      .slice(0, 1)
      .map((one) => ({ ...one, amount_minor: same.reduce((sum, { amount_minor }) => sum + amount_minor, 0n) })),
  )
}

/** A step that is of no line or return. */
export function step(kind: TaxStep['kind'], amount_minor: bigint): TaxStep {
  const of = { figure: null, activity_id: null, rate_bp: null, period: null, counts_in: null, booked_minor: null }
  return { kind, ...of, amount_minor }
}
