import type { AccountingDocument } from './accounting-document.ts'

/** What a fact costs at least, in lines: deciding and keeping it costs about as much as writing four lines. */
export const FEW_LINES = 4
/** What one transaction books of an end customer at most, where no single fact has more. */
export const MOST_LINES_AT_ONCE = 4_000

/** The cost of booking a document, in lines of a journal entry. */
export function linesOfDocument(document: AccountingDocument): number {
  return document.fact_type === 'journal_voucher' ? Math.max(FEW_LINES, document.lines.length) : FEW_LINES
}
