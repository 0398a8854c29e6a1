import { bare, numbersIn } from '../compare-texts.ts'
import {
  isLikeDate,
  type NumbersOfDocuments,
  numbersOfDocuments,
  plainWordsOf,
  seriesOf,
} from './numbers-of-documents.ts'
import { endOf, isNamedAlike, isWrittenAlike, isWrittenWithLess } from './written-alike.ts'

/** What a text says of numbers, read when it is asked for. */
export type SaidNumbers = {
  /** Bare: whatever may be a number. */
  readonly all: () => ReadonlySet<string>
  readonly ofDocuments: () => NumbersOfDocuments
  /** Its words but those that are the number of something else. */
  readonly words: () => readonly string[]
  /** Whether these digits go on with a list: R-2026-1+2. */
  readonly lists: (digits: string) => boolean
}

export function saidNumbers(text: string, all: ReadonlySet<string> | null = null): SaidNumbers {
  let [said, ofDocuments]: [ReadonlySet<string> | null, NumbersOfDocuments | null] = [all, null]
  let words: readonly string[] | null = null
  return {
    all: () => {
      said ??= numbersIn(text)
      return said
    },
    ofDocuments: () => {
      ofDocuments ??= numbersOfDocuments(text)
      return ofDocuments
    },
    words: () => {
      words ??= plainWordsOf(text).filter((word) => /\d/.test(word))
      return words
    },
    lists: (digits) =>
      new RegExp(`(?:[+,&]|\\b(?:und|et|e|and|u\\.))\\s*${digits}(?![\\p{L}\\p{N}.])`, 'iu').test(text),
  }
}

/** Whether a text has a number, with all of it or without its letters. */
export function isNumberSaid(said: SaidNumbers, own: string): boolean {
  return said.all().has(bare(own)) || said.words().some((word) => isWrittenWithLess(word, own))
}

/** Whether a text has the last digits of a number as a word: so little says it beside its amount and supplier alone. */
export function isEndSaid(said: SaidNumbers, number: string): boolean {
  const end = endOf(number)
  return end !== null && said.words().includes(end)
}

/**
 * A number that a text names in the series of one of a document, and not that one: it is for another document, which may not have been entered yet. Null where
 * there is none, or where the text names the own number too, or its end among others: RE-2026-101/102.
 */
export function otherNumberIn(said: SaidNumbers, own: string | null): string | null {
  const [first] = own === null ? [] : alikeIn(said, own)
  if (own === null || first === undefined || isNumberSaid(said, own)) return null
  const end = /\d+$/.exec(own)?.[0]
  const isListed = end !== undefined && !isLikeDate(end) && (said.all().has(end) || said.lists(end))
  return isListed ? null : first
}

/** In the series of a number, or written as it is. */
function alikeIn(said: SaidNumbers, own: string): string[] {
  const series = seriesOf(own)
  const named = said.ofDocuments()
  const inSeries = (series === null ? [] : (named.get(series) ?? [])).filter(
    (number) => bare(number) !== bare(own) && (isLikeDate(own) || !isLikeDate(number)),
  )
  const ofDigits = [...named.values()].flat().filter((number) => isNamedAlike(number, own))
  return [...inSeries, ...ofDigits, ...said.words().filter((word) => isWrittenAlike(word, own))]
}
