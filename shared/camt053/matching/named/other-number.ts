import { bare, numbersIn } from '../compare-texts.ts'
import {
  isLikeDate,
  type NumbersOfDocuments,
  numbersOfDocuments,
  plainWordsOf,
  seriesOf,
  wordsOfText,
} from './numbers-of-documents.ts'
import {
  endOf,
  isNamedAlike,
  isWrittenAlike,
  isWrittenWithLess,
  readNumber,
  type WrittenNumber,
} from './written-alike.ts'

/** What a text says of numbers, read when it is asked for. */
export type SaidNumbers = {
  /** Bare: whatever may be a number. */
  readonly all: () => ReadonlySet<string>
  readonly ofDocuments: () => NumbersOfDocuments
  /** Its words but those that are the number of something else. */
  readonly words: () => readonly string[]
  /** Those that are written as numbers are, each once, and what has the form of a number of a document. */
  readonly written: () => { readonly words: readonly WrittenNumber[]; readonly documents: readonly WrittenNumber[] }
  /** Whether these digits go on with a list: R-2026-1+2. */
  readonly lists: (digits: string) => boolean
}

export function saidNumbers(text: string, known: ReadonlySet<string> | null = null): SaidNumbers {
  const all = once(() => known ?? numbersIn(text))
  const read = once(() => wordsOfText(text))
  const ofDocuments = once(() => numbersOfDocuments(read()))
  const words = once(() => plainWordsOf(read()).filter((word) => /\d/.test(word)))
  const written = once(() => ({
    words: readEach(words()),
    documents: readEach([...ofDocuments().values()].flat()),
  }))
  return {
    all,
    ofDocuments,
    words,
    written,
    lists: (digits) =>
      new RegExp(`(?:[+,&]|\\b(?:und|et|e|and|u\\.))\\s*${digits}(?![\\p{L}\\p{N}.])`, 'iu').test(text),
  }
}

function once<Read>(read: () => Read): () => Read {
  let found: { readonly read: Read } | null = null
  return () => {
    found ??= { read: read() }
    return found.read
  }
}

/** A long text may say one a thousand times. */
function readEach(words: readonly string[]): WrittenNumber[] {
  return [...new Set(words)].flatMap((word) => readNumber(word) ?? [])
}

/** Whether a text has a number, with all of it or without its letters. */
export function isNumberSaid(said: SaidNumbers, own: string): boolean {
  if (said.all().has(bare(own))) return true
  const wanted = readNumber(own)
  return wanted !== null && said.written().words.some((word) => isWrittenWithLess(word, wanted))
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
  if (own === null || isNumberSaid(said, own)) return null
  const first = firstAlike(said, own)
  if (first === null) return null
  const end = /\d+$/.exec(own)?.[0]
  const isListed = end !== undefined && !isLikeDate(end) && (said.all().has(end) || said.lists(end))
  return isListed ? null : first
}

/** In the series of a number, or written as it is. */
function firstAlike(said: SaidNumbers, own: string): string | null {
  const series = seriesOf(own)
  const inSeries = (series === null ? [] : (said.ofDocuments().get(series) ?? [])).find(
    (number) => bare(number) !== bare(own) && (isLikeDate(own) || !isLikeDate(number)),
  )
  const wanted = readNumber(own)
  if (inSeries !== undefined || wanted === null) return inSeries ?? null
  const { words, documents } = said.written()
  const alike =
    documents.find((number) => isNamedAlike(number, wanted)) ?? words.find((word) => isWrittenAlike(word, wanted))
  return alike?.text ?? null
}
