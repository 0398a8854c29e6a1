import type { Deduction } from '../../../contract/settlement/deductions.ts'

/** Of a tax code, what records of reductions have taken, in the base currency and signed like the item. */
export type TakenTax = {
  /** The code of the reduction. */
  readonly tax_code: string
  readonly gross_minor: bigint
  readonly tax_minor: bigint
  /** A voucher has no deductions, so what it has reduced is known by its records alone. */
  readonly is_of_voucher: boolean
  /** The record says whose document it reduces. */
  readonly is_named: boolean
}

/** What of a document is reduced before a deduction. What was reversed is not among it. */
export type ReducedSoFar = {
  /** As they were sent, of what is booked. */
  readonly booked: readonly Deduction[]
  /** As they were sent, of what is not booked yet. */
  readonly pending: readonly Deduction[]
  readonly taken: readonly TakenTax[]
}

export const NOTHING_REDUCED: ReducedSoFar = { booked: [], pending: [], taken: [] }
