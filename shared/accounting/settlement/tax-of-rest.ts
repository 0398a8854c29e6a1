import type { NotDue, TaxAmounts, TaxOfItem, TaxSnapshot } from '../documents/tax-record.ts'
import { paidDocument } from './deductions/rest-after-advance.ts'
import { type DocumentOfItem, partsOfDocument } from './deductions/taxed-document.ts'

/**
 * Tax that was due with its document, as a change to received consideration sees it: what an advance has paid was declared with money, so
 * only the rest waits for payments from then on. A line that takes an advance off, or its tax, has none.
 *
 * @source MWSTG Art. 40 Abs. 2; MWSTV Art. 106; docs/decisions, 131
 */
export function taxOfRest(tax: TaxOfItem, document: DocumentOfItem): TaxOfItem {
  const rests = restsOfLines(document)
  const not_due = tax.not_due.flatMap((one): NotDue[] => {
    const rest = isFirstTransfer(one) ? rests.get(one.line.line_number) : undefined
    if (rest === undefined) return [one]
    const record = { ...one.record, ...rest }
    const isNothing = rest.base_minor === 0n && rest.tax_minor === 0n
    return isNothing ? [] : [{ ...one, record, settled: rest, settled_base: rest, is_told_once: true }]
  })
  return { ...tax, not_due }
}

/** Whether a line of a document was due with it, and no change of consideration has transferred it yet. */
export function isFirstTransfer({ is_due = false, transfers, line }: NotDue): boolean {
  return is_due && transfers === undefined && line.record_number === undefined
}

/**
 * What is left of the tax of each line, by its number, where an advance has paid a part of it. Lines of the next advance are not
 * there: that is not paid.
 */
export function restsOfLines(document: DocumentOfItem): ReadonlyMap<number, TaxAmounts> {
  const { advances = [], lines } = document
  const paid = paidDocument(document, partsOfDocument(document))
  if (paid === null) return new Map()
  const { takenOff, back, acquiredBack, next, restOf } = paid
  const ofAdvance = new Set([
    ...takenOff,
    ...back.map(({ tax_line }) => tax_line),
    ...acquiredBack.flatMap(({ owed, counter }) => [owed, counter]),
  ])
  const ofNext = new Set([
    ...advances.filter((line) => !takenOff.includes(line)),
    ...next.map(({ tax_line }) => tax_line),
  ])
  const restIn = ({ base_minor, tax_minor }: TaxSnapshot): TaxAmounts => ({
    base_minor: restOf(base_minor),
    tax_minor: restOf(tax_minor),
  })
  return new Map(
    [...lines, ...advances].flatMap((line): [number, TaxAmounts][] =>
      line.tax === null || ofNext.has(line)
        ? []
        : [[line.line_number, ofAdvance.has(line) ? NOTHING : restIn(line.tax)]],
    ),
  )
}

const NOTHING: TaxAmounts = { base_minor: 0n, tax_minor: 0n }
