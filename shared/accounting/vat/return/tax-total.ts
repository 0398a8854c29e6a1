import type { TaxDirection } from '../tax-codes.ts'

/**
 * The sum of the tax records of a period that have everything but their amounts in common. Amounts have the sign of the
 * records: a reduction of turnover (VS) and a correction of input tax (K415, K420) are positive where they reduce, K410
 * where it may be deducted.
 */
export type TaxTotal = {
  readonly tax_code: string
  readonly direction: TaxDirection
  /** What the base is taxed at: the rate of the code; of an activity its net tax rate on the day of supply. */
  readonly rate_bp: bigint
  readonly form_figure: string | null
  /** Under the net tax rate method: what the turnover belongs to. */
  readonly activity_id: string | null
  readonly base_minor: bigint
  readonly tax_minor: bigint
}

/** A kind of supply that is taxed at a net tax rate of its own. */
export type TaxedActivity = { readonly activity_id: string; readonly rate_bp: bigint; readonly text: string }
