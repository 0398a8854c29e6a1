import { shareOf } from '../amounts/share-of.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { reducesTax } from './deductions/deduction-table.ts'
import { documentParts } from './deductions/document-parts.ts'
import { reducedDocument, type TaxGroup, valueOfDocument } from './deductions/tax-groups.ts'
import type { DocumentOfItem } from './deductions/taxed-document.ts'
import { isOfImport } from './reducible-taxes.ts'

/** What deductions reduce of a document, and what its records say of that. Amounts are signed like the item. */
type Otherwise = { readonly of: string; readonly expected_minor: bigint; readonly found_minor: bigint }

/**
 * The deductions of a document whose tax was not taken with them, or another part of it. Records from before they named the
 * document prove nothing, nor do those of items that no invoice has opened: only these have all of their taxes in lines.
 */
export function reducedOtherwise(document: DocumentOfItem, settings: PostingSettings): Otherwise[] {
  const { booked, taken } = document.reduced
  const reducing = booked.filter(reducesTax)
  if (reducing.length === 0 || document.is_voucher || document.memo.length > 0) return []
  if (taken.some((one) => !one.is_named || one.is_acquired || isOfImport(one))) return []
  const { groups, deducted_minor } = reducedDocument(document, documentParts(document, settings, null).parts)
  const taxed = groups.filter(({ tax_code }) => tax_code !== null)
  const rounded = BigInt(taken.length + reducing.length + groups.length)
  const byVouchers = taken.filter(({ is_of_voucher }) => is_of_voucher)
  const reduced_minor = valueOfDocument(document, deducted_minor) + sumOf(byVouchers, ({ gross_minor }) => gross_minor)
  const known_minor = sumOf(taken, ({ gross_minor }) => gross_minor)
  const untaxed_minor = sumOf(groups, ({ tax_code, gross_minor }) => (tax_code === null ? gross_minor : 0n))
  const isOfAll = byVouchers.length === 0 && reducing.every(({ tax_code }) => tax_code === undefined)
  const taxed_minor = sumOf(taxed, ({ gross_minor }) => gross_minor)
  const expected_minor = isOfAll
    ? shareOf(taxed_minor, reduced_minor, taxed_minor + untaxed_minor)
    : nearest(known_minor, reduced_minor - untaxed_minor, reduced_minor)
  return [
    ...(isNear(known_minor, expected_minor, rounded)
      ? []
      : [{ of: 'what has tax', expected_minor, found_minor: known_minor }]),
    ...taxed.flatMap((group) => ofTax(group, byVouchers.length > 0, rounded)),
  ]
}

/** A voucher takes the tax that it says; a deduction its share. */
function ofTax(
  { tax_code, tax_minor, reduced_minor, gross_minor, taken_minor }: TaxGroup,
  isFree: boolean,
  by: bigint,
) {
  const expected_minor = shareOf(tax_minor, reduced_minor, gross_minor)
  if (isFree || isNear(taken_minor, expected_minor, by)) return []
  return [{ of: `the tax of ${tax_code}`, expected_minor, found_minor: taken_minor }]
}

function isNear(one: bigint, other: bigint, by: bigint): boolean {
  return one - other <= by && other - one <= by
}

/** The amount itself, where it is between two others in whichever order. */
function nearest(minor: bigint, one: bigint, other: bigint): bigint {
  const [least, most] = one < other ? [one, other] : [other, one]
  return minor < least ? least : minor > most ? most : minor
}

function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + amountOf(item), 0n)
}
