import { shareOf } from '../amounts/share-of.ts'

/** Tax of a document at one rate, in its currency, with what of it payments have declared or write-offs extinguished. */
export type TaxNotDue = {
  readonly base_minor: bigint
  readonly tax_minor: bigint
  readonly settled_base_minor: bigint
  readonly settled_tax_minor: bigint
}

/**
 * What a payment makes due of a document's tax at one rate under received consideration, or what a write-off
 * extinguishes: the share of all that is paid or written off by now, less what was settled before. So the last one takes
 * the rest, and no history of parts leaves a Rappen over, also where reversals lie between them.
 *
 * @param closed_minor what is paid or written off of the document, with this part
 * @param amount_minor the whole document; negative for a credit note
 * @source MWSTG Art. 39 Abs. 2, Art. 40 Abs. 2
 */
export function settledTax(not_due: TaxNotDue, closed_minor: bigint, amount_minor: bigint) {
  const { base_minor, tax_minor, settled_base_minor, settled_tax_minor } = not_due
  return {
    base_minor: shareOf(base_minor, closed_minor, amount_minor) - settled_base_minor,
    tax_minor: shareOf(tax_minor, closed_minor, amount_minor) - settled_tax_minor,
  }
}

/** How much of what is supplied an advance has paid, both with their tax: the set-off is a payment on the day of the document. */
export type PaidByAdvance = { readonly paid_minor: bigint; readonly whole_minor: bigint }

/**
 * @param advance_minor what takes the advance off, signed like the document
 * @param amount_minor what is left to pay
 * @returns null where nothing is taken off
 * @source MWSTG Art. 39 Abs. 2, Art. 40 Abs. 2
 */
export function setOffAgainst(advance_minor: bigint, amount_minor: bigint): PaidByAdvance | null {
  const whole_minor = amount_minor - advance_minor
  if (advance_minor * whole_minor >= 0n) return null
  const isLarger = advance_minor < 0n ? -advance_minor > whole_minor : advance_minor > -whole_minor
  return { paid_minor: isLarger ? whole_minor : -advance_minor, whole_minor }
}
