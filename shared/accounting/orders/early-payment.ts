import { addDays } from '../amounts/dates.ts'
import { divideHalfAwayFromZero } from '../amounts/rounding.ts'

/** What of the terms of a document counts for a discount. */
export type DiscountedDocument = {
  readonly document_date: string
  readonly amount_minor: bigint
  readonly open_amount_minor: bigint
  readonly discount_terms: readonly { readonly days: number; readonly discount_bp: number }[] | null
}

/** Of each payment of a document: the day on which it is booked, and the one on which the bank has made it. Either may be the day that counts. */
export type DaysOfPayments = readonly (readonly string[])[]

/**
 * Whether what is open of a document is just the discount that its terms allowed on the day of its last payment: who has paid the rest by then has taken it, whether
 * that is booked or not. A payment before that one gives no right to it.
 */
export function isDiscountLeft(payments: DaysOfPayments, document: DiscountedDocument): boolean {
  const { amount_minor, open_amount_minor } = document
  if (open_amount_minor <= 0n || open_amount_minor === amount_minor) return false
  const last =
    payments
      .flatMap((days) => days.toSorted().slice(0, 1))
      .toSorted()
      .at(-1) ?? ''
  return payments.flat().some((day) => day >= last && discountOfWhole(day, document) === open_amount_minor)
}

/** The largest discount that the terms of a document allow to whoever pays all of it on a day; 0 without one. */
export function discountOn(day: string, document: DiscountedDocument): bigint {
  const { amount_minor, open_amount_minor } = document
  return amount_minor === open_amount_minor ? discountOfWhole(day, document) : 0n
}

/**
 * What each document lets be taken off by whoever pays all of it on a day.
 *
 * @param day null where it is not known: then nothing
 * @param terms of the documents that have any, by id
 */
export function discountsOn(day: string | null, terms: ReadonlyMap<string, DiscountedDocument['discount_terms']>) {
  return (document: Omit<DiscountedDocument, 'discount_terms'> & { readonly id: string }): bigint => {
    const discount_terms = terms.get(document.id)
    return day !== null && discount_terms ? discountOn(day, { ...document, discount_terms }) : 0n
  }
}

function discountOfWhole(day: string, document: Omit<DiscountedDocument, 'open_amount_minor'>): bigint {
  const { document_date, amount_minor, discount_terms } = document
  const allowed = (discount_terms ?? []).filter(({ days }) => day <= addDays(document_date, days))
  const best = Math.max(0, ...allowed.map(({ discount_bp }) => discount_bp))
  return divideHalfAwayFromZero(amount_minor * BigInt(best), 10_000n)
}
