import { bare, numbersIn } from '../compare-texts.ts'
import { isLikeDate, type NumbersOfDocuments, numbersOfDocuments, seriesOf } from './numbers-of-documents.ts'

/** What a text says of numbers, read when it is asked for. */
export type SaidNumbers = {
  /** Bare: whatever may be a number. */
  readonly all: () => ReadonlySet<string>
  readonly ofDocuments: () => NumbersOfDocuments
}

export function saidNumbers(text: string, all: ReadonlySet<string> | null = null): SaidNumbers {
  let [said, ofDocuments]: [ReadonlySet<string> | null, NumbersOfDocuments | null] = [all, null]
  return {
    all: () => {
      said ??= numbersIn(text)
      return said
    },
    ofDocuments: () => {
      ofDocuments ??= numbersOfDocuments(text)
      return ofDocuments
    },
  }
}

/**
 * A number that a text names in the series of one of a document, and not that one: it is for another document, which may not have been entered yet. Null where
 * there is none, or where the text names the own number too, or its end among others: RE-2026-101/102.
 */
export function otherNumberIn(said: SaidNumbers, own: string | null): string | null {
  const series = own === null ? null : seriesOf(own)
  if (own === null || series === null) return null
  const [first] = (said.ofDocuments().get(series) ?? []).filter((number) => isLikeDate(own) || !isLikeDate(number))
  if (first === undefined || said.all().has(bare(own))) return null
  const end = /\d{2,}$/.exec(own)?.[0]
  const isListed = end !== undefined && !isLikeDate(end) && said.all().has(end)
  return isListed ? null : first
}
