import { shareOf } from '../../amounts/share-of.ts'
import { reducesTax } from './deduction-table.ts'
import { namesCode } from './reductions-so-far.ts'
import { type ReducedDocument, type TaxGroup, valueOfDocument, within } from './tax-groups.ts'
import type { DocumentOfItem } from './taxed-document.ts'
import type { PartOfItem } from './untaxed-part.ts'

/** What a reduction takes of a part: gross, and of it the tax. */
export type PartShare = { readonly part: PartOfItem; readonly share_minor: bigint; readonly tax_minor: bigint }

type SharedReduction = {
  readonly base_minor: bigint
  readonly shares: readonly PartShare[]
  readonly after: ReducedDocument
}

/**
 * Shares a reduction out among the parts of a document. Reductions are cumulative: each takes what all of them together
 * have taken, less what those before it took. So they never take more of a tax than there is, and exactly that where
 * nothing of the document is left.
 *
 * @param tax_code the one code that it reduces; undefined: all that is left in proportion
 * @returns in words why the document has not as much
 */
export function shareReduction(
  document: DocumentOfItem,
  reduced: ReducedDocument,
  { amount_minor, tax_code }: { readonly amount_minor: bigint; readonly tax_code: string | undefined },
): SharedReduction | 'is not of the document' | 'is more than is left' {
  const deducted_minor = reduced.deducted_minor + amount_minor
  const base_minor = valueOfDocument(document, deducted_minor) - valueOfDocument(document, reduced.deducted_minor)
  const wanted = reduced.groups.filter((group) => tax_code === undefined || group.tax_code === tax_code)
  const left = sumOf(wanted.map(leftOf))
  if (wanted.length === 0 || sumOf(wanted.map(({ gross_minor }) => gross_minor)) === 0n) return 'is not of the document'
  if (!hasAsMuch(document, wanted, left, base_minor)) return 'is more than is left'
  const amounts = tax_code === undefined ? ofAll(wanted, base_minor, left) : [base_minor]
  const shares = wanted.map((group, index) => ({ group, ...shareGroup(group, amounts[index] ?? 0n) }))
  const named = tax_code === undefined ? 0n : base_minor
  const after = new Map(
    shares.map((share) => [share.group, { ...share.after, named_minor: share.group.named_minor + named }]),
  )
  return {
    base_minor,
    shares: shares.flatMap(({ parts }) => parts),
    after: { deducted_minor, groups: reduced.groups.map((group) => after.get(group) ?? group) },
  }
}

/**
 * A document as it is once all is booked that waits, but for the sum of its deductions. Those that name a code come first: the
 * others take what is left of all codes, whenever they are booked. What has no room any more is refused when its turn comes.
 */
export function withWaiting(document: DocumentOfItem, reduced: ReducedDocument): ReducedDocument {
  const waiting = document.reduced.pending.flatMap(({ deductions }) => deductions.filter(reducesTax))
  const { deducted_minor } = reduced
  const after = [...waiting.filter(namesCode), ...waiting.filter((one) => !namesCode(one))].reduce(
    (before, { amount, tax_code }) => {
      const shared = shareReduction(document, before, { amount_minor: BigInt(amount.amount_minor), tax_code })
      return typeof shared === 'string' ? before : shared.after
    },
    reduced,
  )
  return { ...after, deducted_minor }
}

/** What was converted may be a unit apart for each group. */
function hasAsMuch(document: DocumentOfItem, groups: readonly TaxGroup[], left: bigint, base_minor: bigint): boolean {
  const isForeign = document.amount_minor !== document.base_amount_minor
  const tolerance = isForeign ? BigInt(groups.length) + 1n : 0n
  const reduced = sumOf(groups.map(({ reduced_minor }) => reduced_minor))
  const sign = left + reduced < 0n ? -1n : 1n
  return sign * base_minor <= sign * left + tolerance && sign * (reduced + base_minor) >= -tolerance
}

/** In proportion to what is not named by others; where others have named more since, to what is left. */
function ofAll(groups: readonly TaxGroup[], base_minor: bigint, left: bigint): bigint[] {
  const named = sumOf(groups.map(({ named_minor }) => named_minor))
  const before = sumOf(groups.map(({ reduced_minor }) => reduced_minor))
  const free = groups.map(({ gross_minor, named_minor }) => gross_minor - named_minor)
  const upTo = cumulated(before + base_minor - named, free)
  const shares = groups.map(
    ({ named_minor, reduced_minor }, index) => named_minor + (upTo[index] ?? 0n) - reduced_minor,
  )
  const isSound = groups.every((group, index) => {
    const share = shares[index] ?? 0n
    return within(leftOf(group), share) === share
  })
  if (isSound && sumOf(shares) === base_minor) return shares
  return cumulated(base_minor, groups.map(leftOf), left)
}

function shareGroup(group: TaxGroup, share_minor: bigint) {
  const { parts, gross_minor, reduced_minor, taken_minor } = group
  const reduced = reduced_minor + share_minor
  const upTo = shareOf(group.tax_minor, within(gross_minor, reduced), gross_minor)
  const tax_minor = within(share_minor, within(group.tax_minor, upTo) - taken_minor)
  const gross = between(
    parts.map((part) => part.gross_minor),
    reduced_minor,
    reduced,
  )
  const taxes = between(
    parts.map((part) => part.tax_minor),
    taken_minor,
    taken_minor + tax_minor,
  )
  return {
    parts: parts.map((part, index) => ({ part, share_minor: gross[index] ?? 0n, tax_minor: taxes[index] ?? 0n })),
    after: { ...group, reduced_minor: reduced, taken_minor: taken_minor + tax_minor },
  }
}

/** What each part gets between two states of their sum. */
function between(of: readonly bigint[], before: bigint, after: bigint): bigint[] {
  const from = cumulated(before, of)
  return cumulated(after, of).map((minor, index) => minor - (from[index] ?? 0n))
}

/** An amount in proportion to others; the parts add up to it. */
export function cumulated(minor: bigint, of: readonly bigint[], whole = sumOf(of)): bigint[] {
  let before = 0n
  let given = 0n
  return of.map((one) => {
    before += one
    const upTo = shareOf(minor, before, whole)
    const share = upTo - given
    given = upTo
    return share
  })
}

function leftOf({ gross_minor, reduced_minor }: TaxGroup): bigint {
  return gross_minor - reduced_minor
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
