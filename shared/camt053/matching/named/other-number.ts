import { bare, numbersIn } from '../compare-texts.ts'
import { isLikeDate, type NumbersOfDocuments, numbersOfDocuments, seriesOf } from './numbers-of-documents.ts'

/** What a text says of numbers, read when it is asked for. */
export type SaidNumbers = {
  /** Bare: whatever may be a number. */
  readonly all: () => ReadonlySet<string>
  readonly ofDocuments: () => NumbersOfDocuments
  /** Whether these digits go on with a list: R-2026-1+2. */
  readonly lists: (digits: string) => boolean
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
    lists: (digits) =>
      new RegExp(`(?:[+,&]|\\b(?:und|et|e|and|u\\.))\\s*${digits}(?![\\p{L}\\p{N}.])`, 'iu').test(text),
  }
}

/**
 * A number that a text names in the series of one of a document, and not that one: it is for another document, which may not have been entered yet. Null where
 * there is none, or where the text names the own number too, or its end among others: RE-2026-101/102.
 */
export function otherNumberIn(said: SaidNumbers, own: string | null): string | null {
  const series = own === null ? null : seriesOf(own)
  if (own === null || series === null) return null
  const named = (said.ofDocuments().get(series) ?? []).filter((number) => isLikeDate(own) || !isLikeDate(number))
  const [first] = named
  const isNamed = said.all().has(bare(own)) || named.some((number) => bare(number) === bare(own))
  if (first === undefined || isNamed) return null
  const end = /\d+$/.exec(own)?.[0]
  const isListed = end !== undefined && !isLikeDate(end) && (said.all().has(end) || said.lists(end))
  return isListed ? null : first
}
