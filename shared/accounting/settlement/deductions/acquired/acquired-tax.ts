import { shareOf } from '../../../amounts/share-of.ts'
import type { TaxAmounts } from '../../../documents/tax-record.ts'
import { reductionCodeOf } from '../../../vat/tax-codes.ts'
import type { TakenTax } from '../reductions-so-far.ts'
import { cumulated } from '../share-reduction.ts'
import { within } from '../tax-groups.ts'
import type { AcquiredTax, DocumentLine, DocumentOfItem } from '../taxed-document.ts'
import type { PartOfItem } from '../untaxed-part.ts'

/** A line of acquisition tax with what of it is taken back. Amounts are signed like the item. */
export type ReducedLine = {
  readonly line: DocumentLine
  /** Null for the counterpart under the net tax rate method, which is a cost. */
  readonly tax_code: string | null
  readonly whole: TaxAmounts
  readonly taken: TaxAmounts
}

/** Acquisition tax is owed on one account and deducted on another. */
export type ReducedAcquired = { readonly owed: ReducedLine; readonly counter: ReducedLine }

/** The acquisition tax of a document, with what deductions and vouchers have taken back of it. */
export function reducedAcquired(
  document: DocumentOfItem,
  acquired: readonly AcquiredTax[],
  parts: readonly PartOfItem[],
): readonly ReducedAcquired[] {
  const own = new Set(parts.flatMap(({ record }) => (record ? [reductionCodeOf(record)] : [])))
  const taken = document.reduced.taken.filter(({ is_acquired, tax_code }) => is_acquired || !own.has(tax_code))
  const owed = withTaken(
    document,
    acquired.map((one) => one.owed),
    taken,
  )
  const counters = withTaken(
    document,
    acquired.map((one) => one.counter),
    taken,
  )
  return owed.flatMap((line, index) => {
    const counter = counters[index]
    return counter ? [{ owed: line, counter }] : []
  })
}

/** Records name a code, which several lines may have. */
function withTaken(
  { base_amount_minor }: DocumentOfItem,
  lines: readonly DocumentLine[],
  taken: readonly TakenTax[],
): ReducedLine[] {
  const like = (minor: bigint) => (minor < 0n === base_amount_minor < 0n ? minor : -minor)
  const wholes = lines.map((line) => ({
    line,
    tax_code: line.tax && reductionCodeOf(line.tax),
    whole: { base_minor: like(line.tax?.base_minor ?? 0n), tax_minor: like(line.tax?.tax_minor ?? 0n) },
  }))
  const shares = new Map<DocumentLine, TaxAmounts>()
  for (const [tax_code, some] of Map.groupBy(wholes, (one) => one.tax_code)) {
    const its = taken.filter((one) => one.tax_code === tax_code)
    const shareOut = (of: keyof TaxAmounts) =>
      cumulated(
        its.reduce((sum, one) => sum + one[of], 0n),
        some.map(({ whole }) => whole[of]),
      )
    const [bases, taxes] = [shareOut('base_minor'), shareOut('tax_minor')]
    for (const [index, { line }] of some.entries())
      shares.set(line, { base_minor: bases[index] ?? 0n, tax_minor: taxes[index] ?? 0n })
  }
  return wholes.map((one) => ({ ...one, taken: shares.get(one.line) ?? NOTHING }))
}

const NOTHING: TaxAmounts = { base_minor: 0n, tax_minor: 0n }

/**
 * What is taken back of acquisition tax where so much of its document is reduced: it shrinks with whatever reduces the document.
 * Of both lines the same, and of neither more than it has left.
 */
export function takenWith({ owed, counter }: ReducedAcquired, reduced_minor: bigint, gross_minor: bigint): TaxAmounts {
  const of = ({ whole, taken }: ReducedLine, amount: keyof TaxAmounts) => {
    const upTo = shareOf(whole[amount], within(gross_minor, reduced_minor), gross_minor)
    return within(whole[amount], upTo - taken[amount])
  }
  const least = (amount: keyof TaxAmounts) => {
    const [one, other] = [of(owed, amount), of(counter, amount)]
    return counter.tax_code === null || magnitude(one) < magnitude(other) ? one : other
  }
  const tax_minor = least('tax_minor')
  // Without tax no line has its base: it is taken with the next Rappen.
  return tax_minor === 0n ? NOTHING : { base_minor: least('base_minor'), tax_minor }
}

/** Acquisition tax of which more is taken back. */
export function afterTaking({ owed, counter }: ReducedAcquired, amounts: TaxAmounts): ReducedAcquired {
  const more = (one: ReducedLine): ReducedLine => ({
    ...one,
    taken: {
      base_minor: one.taken.base_minor + amounts.base_minor,
      tax_minor: one.taken.tax_minor + amounts.tax_minor,
    },
  })
  return { owed: more(owed), counter: more(counter) }
}

function magnitude(minor: bigint): bigint {
  return minor < 0n ? -minor : minor
}
