import { type Element, firstText, textOf } from '../element.ts'

/** A document that a transaction pays: an invoice or credit note, by its number. */
export type ReferredDocument = {
  readonly type: string | null
  readonly number: string | null
  /** As it is written: it is a word of the payer, and no figure of the bank. */
  readonly date: string | null
}

export function referredDocumentOf(info: Element): ReferredDocument {
  return {
    type: firstText(info, ['Tp', 'CdOrPrtry', 'Cd'], ['Tp', 'CdOrPrtry', 'Prtry']),
    number: textOf(info, 'Nb'),
    date: firstText(info, ['RltdDt', 'Dt'], ['RltdDt']),
  }
}
