import { shareOf } from '../../amounts/share-of.ts'
import { reductionCodeOf } from '../../vat/tax-codes.ts'
import { reducesTax } from './deduction-table.ts'
import { hasReduction } from './reduction-record.ts'
import type { DocumentOfItem } from './taxed-document.ts'
import type { PartOfItem } from './untaxed-part.ts'
import { sumOfParts } from './untaxed-part.ts'

/** The parts of a document with one code of reductions, and what of them is reduced. Signed like the item. */
export type TaxGroup = {
  /** Null for the parts that no record reduces. */
  readonly tax_code: string | null
  readonly parts: readonly PartOfItem[]
  readonly gross_minor: bigint
  readonly tax_minor: bigint
  readonly reduced_minor: bigint
  /** Of it, by deductions that have named the code. */
  readonly named_minor: bigint
  /** The tax that is taken with what is reduced. */
  readonly taken_minor: bigint
}

/** A document and all its reductions so far. */
export type ReducedDocument = {
  readonly groups: readonly TaxGroup[]
  /** The sum of the deductions, in the currency of the item. */
  readonly deducted_minor: bigint
}

/** The parts of a document by their codes, with what earlier deductions and vouchers have reduced. */
export function reducedDocument(document: DocumentOfItem, parts: readonly PartOfItem[]): ReducedDocument {
  const { booked, taken } = document.reduced
  const reducing = booked.filter(reducesTax)
  const sum = (some: typeof booked) => some.reduce((total, { amount }) => total + BigInt(amount.amount_minor), 0n)
  const deducted_minor = sum(reducing)
  const byCode = Map.groupBy(parts, codeOfPart)
  // Releases before let deductions name import tax: what has named it is of the parts that no record reduces.
  const isOf = (code: string, tax_code: string | null) => (byCode.has(code) ? code : null) === tax_code
  const groups = [...byCode].map(([tax_code, of]): TaxGroup => {
    const gross_minor = sumOfParts(of)
    const tax_minor = of.reduce((total, part) => total + part.tax_minor, 0n)
    const its = taken.filter((one) => one.tax_code === tax_code && !one.is_acquired)
    const byVouchers = taken.filter((one) => one.is_of_voucher && !one.is_acquired && isOf(one.tax_code, tax_code))
    const named = reducing.filter((one) => one.tax_code !== undefined && isOf(one.tax_code, tax_code))
    return {
      tax_code,
      parts: of,
      gross_minor,
      tax_minor,
      reduced_minor: within(gross_minor, grossOf(its)),
      named_minor: within(gross_minor, valueOfDocument(document, sum(named)) + grossOf(byVouchers)),
      taken_minor: its.reduce((total, one) => total + one.tax_minor, 0n),
    }
  })
  const ofVouchers = grossOf(taken.filter(({ is_of_voucher }) => is_of_voucher))
  const known = groups.reduce((total, { reduced_minor }) => total + reduced_minor, 0n)
  const rest = valueOfDocument(document, deducted_minor) + ofVouchers - known
  const withRest = groups.map((group) =>
    group.tax_code === null ? { ...group, reduced_minor: within(group.gross_minor, rest) } : group,
  )
  return { groups: withRest, deducted_minor }
}

/** What of a document is reduced. */
export function reducedOf(groups: readonly TaxGroup[]): bigint {
  return groups.reduce((total, { reduced_minor }) => total + reduced_minor, 0n)
}

/** An amount of the item at the value of its document. */
export function valueOfDocument({ base_amount_minor, amount_minor }: DocumentOfItem, minor: bigint): bigint {
  return shareOf(base_amount_minor, minor, amount_minor)
}

/** The part of an amount that is between nothing and a whole. */
export function within(whole: bigint, minor: bigint): bigint {
  if (whole < 0n) return -within(-whole, -minor)
  if (minor < 0n) return 0n
  return minor > whole ? whole : minor
}

function grossOf(taken: readonly { readonly gross_minor: bigint }[]): bigint {
  return taken.reduce((total, { gross_minor }) => total + gross_minor, 0n)
}

function codeOfPart({ record }: PartOfItem): string | null {
  return record && hasReduction(record) ? reductionCodeOf(record) : null
}
