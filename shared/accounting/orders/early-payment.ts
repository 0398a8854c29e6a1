import { addDays } from '../amounts/dates.ts'
import { divideHalfAwayFromZero } from '../amounts/rounding.ts'

/** What of the terms of a document counts for a discount. */
export type DiscountedDocument = {
  readonly document_date: string
  readonly amount_minor: bigint
  readonly open_amount_minor: bigint
  readonly discount_terms: readonly { readonly days: number; readonly discount_bp: number }[] | null
}

/** The largest discount that the terms of a document allow to whoever pays all of it on a day; 0 without one. */
export function discountOn(day: string, document: DiscountedDocument): bigint {
  const { document_date, amount_minor, open_amount_minor, discount_terms } = document
  if (amount_minor !== open_amount_minor) return 0n
  const allowed = (discount_terms ?? []).filter(({ days }) => day <= addDays(document_date, days))
  const best = Math.max(0, ...allowed.map(({ discount_bp }) => discount_bp))
  return divideHalfAwayFromZero(amount_minor * BigInt(best), 10_000n)
}
