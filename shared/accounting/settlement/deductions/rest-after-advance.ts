import { shareOf } from '../../amounts/share-of.ts'
import { cumulated } from './share-reduction.ts'
import {
  type AcquiredTax,
  addsToItem,
  type DocumentLine,
  type DocumentOfItem,
  type TaxedPart,
} from './taxed-document.ts'
import { type PartOfItem, sumOfParts } from './untaxed-part.ts'

/** Documents of rules before this one were reduced by all of their lines, that which takes the advance off too, and go on so. */
export const RULE_OF_RESTS = 5

type BookedParts<Part extends TaxedPart> = {
  readonly parts: readonly Part[]
  readonly acquired: readonly AcquiredTax[]
}
export type Reducible = BookedParts<PartOfItem>

/** What a document has beside what is supplied: the advance that it takes off, with its tax, and the next one; and what is left of the supply. */
type DocumentWithAdvance<Part extends TaxedPart> = {
  readonly takenOff: readonly DocumentLine[]
  readonly back: readonly Part[]
  readonly acquiredBack: readonly AcquiredTax[]
  readonly next: readonly Part[]
  readonly supplied: readonly Part[]
  readonly rest_minor: bigint
  readonly restOf: (minor: bigint) => bigint
}

/**
 * What is left to be reduced of a document that takes an advance off: of each part that is supplied the rest, at its own rate, and
 * nothing of the tax of the advance, which was paid. A part of the next advance is whole. Where payments make tax due, the lines
 * of the document are in two parts already.
 *
 * @source MWSTG Art. 41; docs/decisions, 131
 */
export function restAfterAdvance(document: DocumentOfItem, reducible: Reducible): Reducible {
  const paid = paidDocument(document, reducible)
  if (paid === null) return reducible
  const { supplied, next, acquiredBack, rest_minor, restOf } = paid
  const rests = cumulated(
    rest_minor,
    supplied.map(({ gross_minor }) => gross_minor),
  )
  const left = supplied.map((part, at) => ({
    ...part,
    gross_minor: rests[at] ?? 0n,
    tax_minor: restOf(part.tax_minor),
  }))
  const acquired = reducible.acquired.filter((one) => !acquiredBack.includes(one))
  return { parts: [...left, ...next], acquired: acquired.map((one) => acquiredRest(one, restOf)) }
}

/** @returns null where it takes no advance off, or nothing has to be taken apart */
export function paidDocument<Part extends TaxedPart>(
  document: DocumentOfItem,
  { parts, acquired }: BookedParts<Part>,
): DocumentWithAdvance<Part> | null {
  const { advances = [], base_amount_minor, lines } = document
  const takenOff = advances.filter((line) => addsToItem(document, line) * base_amount_minor < 0n)
  if (takenOff.length === 0 || lines.some(({ tax }) => tax?.kind !== undefined)) return null
  const back = taxOf(document, takenOff, parts)
  if (back === null) return null
  const asked = advances.filter((line) => !takenOff.includes(line))
  const next = document.is_voucher ? [] : behind(asked, parts)
  const supplied = parts.filter((part) => !back.includes(part) && !next.includes(part))
  const whole_minor = sumOfParts(supplied)
  const advance_minor = takenOff.reduce((sum, line) => sum + addsToItem(document, line), 0n)
  const rest_minor = whole_minor + advance_minor + back.reduce((sum, { tax_minor }) => sum + tax_minor, 0n)
  if (rest_minor * whole_minor < 0n || whole_minor === 0n) return null
  const restOf = (minor: bigint) => shareOf(minor, rest_minor, whole_minor)
  const acquiredBack = acquiredOfAdvance(document, takenOff, acquired)
  return { takenOff, back, acquiredBack, next, supplied, rest_minor, restOf }
}

/**
 * The tax of an advance that is taken off: the line behind it. A voucher has its lines in any order, and takes back tax on exactly the
 * base of what it uses; else it says the tax of the rest alone.
 *
 * @returns null where nothing has to be taken apart
 */
function taxOf<Part extends TaxedPart>(
  document: DocumentOfItem,
  takenOff: readonly DocumentLine[],
  parts: readonly Part[],
): readonly Part[] | null {
  if (!document.is_voucher) return behind(takenOff, parts)
  const { base_amount_minor } = document
  const back = parts.filter(({ gross_minor, tax_line }) => tax_line !== null && gross_minor * base_amount_minor < 0n)
  const base_minor = back.reduce((sum, { gross_minor, tax_minor }) => sum + gross_minor - tax_minor, 0n)
  return base_minor === takenOff.reduce((sum, line) => sum + addsToItem(document, line), 0n) ? back : null
}

function behind<Part extends TaxedPart>(lines: readonly DocumentLine[], parts: readonly Part[]): readonly Part[] {
  const numbers = lines.map(({ line_number }) => line_number + 1)
  return parts.filter(
    ({ tax_line, account_code }) => tax_line && account_code === null && numbers.includes(tax_line.line_number),
  )
}

/** Acquisition tax of an advance has its amount as base. */
function acquiredOfAdvance(
  document: DocumentOfItem,
  takenOff: readonly DocumentLine[],
  acquired: readonly AcquiredTax[],
): readonly AcquiredTax[] {
  const bases = takenOff.map((line) => addsToItem(document, line))
  return acquired.filter(({ owed }) => {
    const of_advance = bases.indexOf(owed.tax?.base_minor ?? 0n)
    if (of_advance >= 0) bases.splice(of_advance, 1)
    return of_advance >= 0
  })
}

/** That of what is supplied is left in the same proportion as the rest. */
function acquiredRest({ owed, counter }: AcquiredTax, restOf: (minor: bigint) => bigint): AcquiredTax {
  const withRest = (line: DocumentLine): DocumentLine =>
    line.tax
      ? {
          ...line,
          tax: { ...line.tax, base_minor: restOf(line.tax.base_minor), tax_minor: restOf(line.tax.tax_minor) },
        }
      : line
  return { owed: withRest(owed), counter: withRest(counter) }
}
