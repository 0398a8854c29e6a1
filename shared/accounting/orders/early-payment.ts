import { addDays } from '../amounts/dates.ts'
import { divideHalfAwayFromZero } from '../amounts/rounding.ts'

/** What of the terms of a document counts for a discount. */
export type DiscountedDocument = {
  readonly document_date: string
  readonly amount_minor: bigint
  readonly open_amount_minor: bigint
  readonly discount_terms: readonly { readonly days: number; readonly discount_bp: number }[] | null
}

/**
 * Whether what is open of a document is just the discount that its terms allowed on one of the days on which it was paid: who has paid the rest has taken it, whether
 * that is booked or not.
 */
export function isDiscountLeft(days: readonly string[], document: DiscountedDocument): boolean {
  const { amount_minor, open_amount_minor } = document
  if (open_amount_minor <= 0n || open_amount_minor === amount_minor) return false
  return days.some((day) => discountOfWhole(day, document) === open_amount_minor)
}

/** The largest discount that the terms of a document allow to whoever pays all of it on a day; 0 without one. */
export function discountOn(day: string, document: DiscountedDocument): bigint {
  const { amount_minor, open_amount_minor } = document
  return amount_minor === open_amount_minor ? discountOfWhole(day, document) : 0n
}

function discountOfWhole(day: string, document: Omit<DiscountedDocument, 'open_amount_minor'>): bigint {
  const { document_date, amount_minor, discount_terms } = document
  const allowed = (discount_terms ?? []).filter(({ days }) => day <= addDays(document_date, days))
  const best = Math.max(0, ...allowed.map(({ discount_bp }) => discount_bp))
  return divideHalfAwayFromZero(amount_minor * BigInt(best), 10_000n)
}
