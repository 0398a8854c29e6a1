import { isIban } from '../../../accounting/bank/iban.ts'
import { isPaymentReference } from '../../../accounting/documents/payment-references.ts'
import { bare } from '../compare-texts.ts'

/** With fewer digits, a word is like a number by chance. */
const FEWEST_DIGITS = { beside_letters: 3, alone: 4 } as const
/** An IBAN in blocks. */
const MOST_BLOCKS = 9
/** Of an IBAN; a reference has fewer signs. */
const LONGEST_IN_BLOCKS = 34
/** How it begins: with a country and two digits, or with digits alone. */
const MAY_BE_IN_BLOCKS = /^(?:[A-Z]{1,2}$|[A-Z]{2}\d(?:$|\d)|\d+$)/
/** A number with blanks. */
const MOST_WORDS = 3

const SIGNS = /[\s,;:()"'|+]+/
const BEFORE_NUMBERS =
  /^(?:RECHNUNG(?:S-?(?:NUMMER|NR))?|RECHN|RG|RE|FAKTURA|FACTURE|FACT|FATTURA|FATT|INVOICE|INV|BILL)[.#-]?/
const IS_INVOICE = new RegExp(`${BEFORE_NUMBERS.source}(?:NR|NO)?$`)
const IS_NUMBER_SIGN = /^(?:NR|NO|N°|Nº|NUM|NUMMER|NUMBER|NUMERO|NUMÉRO|#)$/
/** What is counted in other series than documents, however alike their numbers are. */
const OF_SOMETHING_ELSE =
  /^(?:KUNDE|KD|CLIENT|CUSTOMER|MANDAT|VERTRAG|CONTRA|POLI[CZ]|AUFTRAG|ORD(?:RE|INE|ER)|BESTELL|COMMANDE|LIEFER|KONTO|COMPTE|CONTO|ACCOUNT|OBJEKT|PROJEKT|PROJET|PROGETTO)/

export type WordOfText = { readonly text: string; readonly before: readonly string[] }

/** By their series: what a text names as the number of a document, as it is written. */
export type NumbersOfDocuments = ReadonlyMap<string | null, readonly string[]>

/** What a number has in common with those before and after it: its letters, and how many digits. Null for one that is too short to tell. */
export function seriesOf(number: string): string | null {
  const word = bare(number)
  const digits = word.replace(/\D/g, '').length
  const fewest = digits === word.length ? FEWEST_DIGITS.alone : FEWEST_DIGITS.beside_letters
  return digits < fewest ? null : word.replace(/\d/g, '0')
}

/**
 * What in a text has the form of a number of a document: with letters anywhere, of digits alone only behind a word that says that it is one. IBANs, references and
 * what a word before calls the number of a customer, a contract or the like are none.
 */
export function numbersOfDocuments(words: readonly WordOfText[]): NumbersOfDocuments {
  const found = words.flatMap((word, at) => [...spelled(word), ...joined(words, at)])
  const bySeries = Map.groupBy(found, seriesOf)
  bySeries.delete(null)
  return bySeries
}

/** Without accounts and references, each with the words before it. */
export function wordsOfText(text: string): WordOfText[] {
  const all = text
    .toUpperCase()
    .split(SIGNS)
    .map((word) => word.replace(/[.]+$/, ''))
    .filter((word) => word !== '')
  const words: WordOfText[] = []
  for (let at = 0; at < all.length; ) {
    const blocks = blocksAt(all, at)
    if (blocks === 0) words.push({ text: all[at] ?? '', before: all.slice(Math.max(0, at - 2), at) })
    at += Math.max(blocks, 1)
  }
  return words
}

/** How many words from here on are one IBAN or reference. Most words begin none, and no more than their first signs are read. */
function blocksAt(words: readonly string[], at: number): number {
  let text = ''
  for (let blocks = 1; blocks <= MOST_BLOCKS && at + blocks <= words.length; blocks += 1) {
    text += words[at + blocks - 1]
    if (text.length > LONGEST_IN_BLOCKS || !MAY_BE_IN_BLOCKS.test(text)) return 0
    if (text.length >= 5 && (isIban(text) || isPaymentReference(text))) return blocks
  }
  return 0
}

/** The word, its parts at slashes, and its digits behind a word for invoices. */
function spelled({ text, before }: WordOfText): string[] {
  if (isOfSomethingElse(before) || OF_SOMETHING_ELSE.test(text)) return []
  const parts = [text, ...partsOf(text)]
  const digits = text.replace(BEFORE_NUMBERS, '')
  const isNamed = digits !== text || isOfInvoice(before)
  return [...parts.filter((part) => /\p{L}/u.test(part)), ...(isNamed && isOfDigits(digits) ? [digits] : [])]
}

/** Neighbours that are one number with letters in front. */
function joined(words: readonly WordOfText[], at: number): string[] {
  const first = words[at]
  if (!first || !/^\p{L}/u.test(first.text) || isOfSomethingElse(first.before) || OF_SOMETHING_ELSE.test(first.text))
    return []
  const next = words.slice(at + 1, at + MOST_WORDS).map(({ text }) => text)
  const isDigits = next.map(isOfDigits)
  const count = isDigits.includes(false) ? isDigits.indexOf(false) : next.length
  return next.slice(0, count).map((_, more) => [first.text, ...next.slice(0, more + 1)].join(' '))
}

function isOfSomethingElse(before: readonly string[]): boolean {
  return OF_SOMETHING_ELSE.test(wordBefore(before))
}

function isOfInvoice(before: readonly string[]): boolean {
  return IS_INVOICE.test(wordBefore(before))
}

/** Invoice no. 4711: the word before the sign. */
function wordBefore(before: readonly string[]): string {
  const last = before.at(-1) ?? ''
  return IS_NUMBER_SIGN.test(last) ? (before.at(-2) ?? '') : last
}

/** With signs between at most; no amount, which has a point. */
function isOfDigits(word: string): boolean {
  return /^\d[\d/-]*$/.test(word)
}

/** What stands in a text as one word, and no word before calls something else than the number of a document. */
export function plainWordsOf(words: readonly WordOfText[]): string[] {
  return words.flatMap((word) =>
    isOfSomethingElse(word.before) || OF_SOMETHING_ELSE.test(word.text) ? [] : [word.text, ...partsOf(word.text)],
  )
}

/** At slashes. */
function partsOf(word: string): string[] {
  return word.includes('/') ? word.split('/') : []
}

const [YEAR, MONTH, DAY] = ['(?:19|20)\\d\\d', '(?:0[1-9]|1[0-2])', '(?:0[1-9]|[12]\\d|3[01])']
const IS_DATE = new RegExp(`^(?:${YEAR}|${YEAR}${MONTH}|${YEAR}${MONTH}${DAY}|${DAY}${MONTH}${YEAR})$`)

/** A year, a month or a day: 2026, 202611, 20261101, 01112026. */
export function isLikeDate(number: string): boolean {
  return IS_DATE.test(bare(number))
}
