import type { Deduction } from '../../../contract/settlement/deductions.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { reducesTax } from './deduction-table.ts'
import { documentParts, type TaxOnDay } from './document-parts.ts'
import { shareReduction, withWaiting } from './share-reduction.ts'
import { reducedDocument } from './tax-groups.ts'
import type { DocumentOfItem } from './taxed-document.ts'

/** The codes under which taxes of a document can be reduced one by one, each once. */
export function codesOfDocument(document: DocumentOfItem, settings: PostingSettings): string[] {
  const { parts } = documentParts(document, settings, null)
  return reducedDocument(document, parts).groups.flatMap(({ tax_code, gross_minor }) =>
    tax_code === null || gross_minor === 0n ? [] : [tax_code],
  )
}

/** A deduction that a document has no room for, by its position, and why. */
export type UnfitReduction = { readonly index: number; readonly message: string }

/**
 * The first of some deductions that would reduce more of a document, or of one of its taxes, than is left: beside what is booked,
 * and beside what waits.
 */
export function findUnfitReduction(
  document: DocumentOfItem,
  deductions: readonly Deduction[],
  settings: PostingSettings,
  due: TaxOnDay | null,
): UnfitReduction | null {
  let reduced = withWaiting(document, reducedDocument(document, documentParts(document, settings, due).parts))
  for (const [index, deduction] of deductions.entries()) {
    if (!reducesTax(deduction)) continue
    const { tax_code, amount } = deduction
    const shared = shareReduction(document, reduced, { amount_minor: BigInt(amount.amount_minor), tax_code })
    if (typeof shared === 'string') return { index, message: inWords(tax_code, shared) }
    reduced = shared.after
  }
  return null
}

function inWords(tax_code: string | undefined, reason: string): string {
  const what = tax_code === undefined ? 'The reduction' : `What it reduces of ${tax_code}`
  const remedy =
    tax_code === undefined
      ? 'together with what has reduced it before, it would be more than its amount.'
      : 'deduct at most what the document has of that code, less what has reduced it before.'
  return `${what} ${reason}: ${remedy}`
}
