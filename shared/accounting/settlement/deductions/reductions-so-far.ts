import type { Deduction } from '../../../contract/settlement/deductions.ts'

/** Of a tax code, what records of reductions have taken, in the base currency and signed like the item. */
export type TakenTax = {
  /** The code of the reduction. */
  readonly tax_code: string
  readonly gross_minor: bigint
  readonly base_minor: bigint
  readonly tax_minor: bigint
  /** Acquisition tax, or the input tax of it: it stands beside what is reduced of the document. */
  readonly is_acquired: boolean
  /** A voucher has no deductions, so what it has reduced is known by its records alone. */
  readonly is_of_voucher: boolean
  /** The record says whose document it reduces. */
  readonly is_named: boolean
  /** Of turnover at a net tax rate. Records of before they had their rate have none. */
  readonly activity_id?: string
  readonly net_rate_bp?: number | null
}

/** Deductions of an allocation or a settlement, as they were sent. */
export type WaitingDeductions = { readonly request_id: string; readonly deductions: readonly Deduction[] }

/** What of a document is reduced before a deduction. What was reversed is not among it. */
export type ReducedSoFar = {
  /** As they were sent, of what is booked. */
  readonly booked: readonly Deduction[]
  /** What is not booked yet, and keeps its part of the taxes. */
  readonly pending: readonly WaitingDeductions[]
  readonly taken: readonly TakenTax[]
}

export const NOTHING_REDUCED: ReducedSoFar = { booked: [], pending: [], taken: [] }

/** What one of those that wait has to leave when it is booked: the codes that others have named. */
export function namedByOthers(reduced: ReducedSoFar, request_id: string): ReducedSoFar {
  const others = reduced.pending.filter((one) => one.request_id !== request_id)
  return {
    ...reduced,
    pending: others.map((one) => ({ ...one, deductions: one.deductions.filter(namesCode) })),
  }
}

export function namesCode({ tax_code }: Deduction): boolean {
  return tax_code !== undefined
}
