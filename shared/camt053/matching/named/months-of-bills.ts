import { isNameWord, looseNameWordsOf, withoutAccents } from '../compare-texts.ts'
import { withDaysAlike, withoutFullStop } from './days-as-written.ts'
import { type DayOfText, type DaysOfPayment, daysIn, lastDayOf, laterDayIn, MOST_DATES } from './days-of-bills.ts'
import { isSameMonth, monthAsNumber, monthInFigures, monthOfNumber } from './months-in-figures.ts'
import { isOfBill, monthsIn, monthsWithin, withMonthApart } from './months-in-words.ts'
import { type SaidNumbers, saidNumbers } from './other-number.ts'
import { isBilled, OF_PAYMENT, UNTIL, withMonthsForDays } from './words-for-bills.ts'

/** The words of a text, none where no month is among them, and the days and numbers in it. */
export type TextOfMonths = {
  readonly words: readonly string[]
  /** Where months stand among them. */
  readonly places: readonly number[]
  readonly days: readonly DayOfText[]
  readonly said: SaidNumbers
  /** The later one of the days of the payment, where any is known: it pays no bill that is written after it. */
  readonly paid_until: string | null
}

/** A month that a text gives a bill, 1 to 12; the year where it says one. */
type MonthOfBill = {
  readonly words: string
  readonly month: number
  readonly year: number | null
  /** It may be the number of a bill as well. */
  readonly is_number: boolean
}

/** A document, by what tells of which month it may be. */
export type DatedDocument = {
  readonly document_number: string | null
  readonly document_date: string
  readonly due_date: string | null
  readonly partner_name: string
}

const SIGNS = /[\s,;:()"'|+_]+/
const STANDING_ORDER = /^(?:dauerauftr|permanent|standing)/
const CURRENCY = /^(?:chf|eur|usd|s?fr)$/
const AND = /^(?:\/|und|et|e|and)$/
const YEAR = /^20\d\d$/
const MONTHS_OF_YEAR = 12
/** Of a month without a year: more ahead is one of the year before. */
const MOST_AHEAD = 3
/** A bill that is written from this day of a month on, or due until that one, may be of the month that follows. */
const AHEAD = { written_from: 15, due_until: 10 } as const

/**
 * The month of a later bill that a text names, where it cannot be that of this one: Rechnung November for a bill of 10 October. A bill may be of its own month and of earlier ones, and of the
 * next one where it is written in the second half or due in the first days of one. Null where it names none, or this one too. The number of a document may be made of its month: 2026-11 alone names
 * another one then, unless it is its own number. Where it names no month, the later day of an invoice: Rechnung vom 1.11.2026.
 */
export function laterMonthIn(
  text: TextOfMonths,
  document: DatedDocument,
  are_numbers = monthOfNumber(document.document_number) !== null,
): string | null {
  const named = monthsOfBills(text, document, are_numbers)
  if (named.length === 0) return laterDayIn(text.days, document)
  const isLater = named.every((one) => monthsBehind(one, document) > monthsAhead(one, document))
  return isLater && !isOwnSaid(text, document) ? (named[0]?.words ?? null) : null
}

/** Whether a text names a month of which a document may be, as that of a bill; or its number, which is one. */
export function namesMonthOf(text: TextOfMonths, document: DatedDocument): boolean {
  return namesMonthFrom(text, document, -1)
}

/** The same, and not the month before that of the document, of which another bill may be. */
export function namesOwnMonthOf(text: TextOfMonths, document: DatedDocument): boolean {
  return namesMonthFrom(text, document, 0)
}

function namesMonthFrom(text: TextOfMonths, document: DatedDocument, least: number): boolean {
  const own = monthOfNumber(document.document_number)
  return monthsOfBills(text, document, own !== null).some((one) => {
    if (one.is_number && own !== null && isSameMonth(one, own)) return true
    const behind = monthsBehind(one, document)
    return behind >= least && behind <= monthsAhead(one, document)
  })
}

/** Reads a text once for many documents. */
export function textOfMonths(text: string, paid: DaysOfPayment = {}): TextOfMonths {
  const words = withMonthsForDays(withDaysAlike(withoutAccents(text)))
    .split(SIGNS)
    .flatMap((word) => withMonthApart(withoutFullStop(word)))
    .filter(Boolean)
  const months = words.flatMap((word, at) => (monthsIn(word).length > 0 ? [at] : []))
  const places = months.length > MOST_DATES ? [] : months
  const days = daysIn(words, paid)
  return { words: places.length > 0 ? words : [], places, days, said: saidNumbers(text), paid_until: lastDayOf(paid) }
}

/** Whether no bill can be told by it. */
export function isWithoutMonths({ words, days }: TextOfMonths): boolean {
  return words.length === 0 && days.length === 0
}

/** Whether a text names any month as that of a bill, whichever. */
export function namesMonth(text: TextOfMonths, document: DatedDocument): boolean {
  return monthsOfBills(text, document, monthOfNumber(document.document_number) !== null).length > 0
}

/** Behind a word for what is billed, or a word of the name of who bills it; alone where it is like a number of the document. */
function monthsOfBills(
  { words, places, said }: TextOfMonths,
  document: DatedDocument,
  are_numbers: boolean,
): MonthOfBill[] {
  if (places.length === 0) return []
  const names = looseNameWordsOf(document.partner_name)
  return places.flatMap((at) => {
    const word = words[at] ?? ''
    if (are_numbers && isAsNumber(words, at, said))
      return monthsFrom(words, at).map((one) => ({ ...one, is_number: true }))
    // Karl May has no bill of May.
    if (isNameWord(word, names)) return []
    const isNamed = isOfBill(word) || isBilled(words, at, names)
    return isNamed ? monthsFrom(words, at).filter((one) => !isAmount(words, at, one, document)) : []
  })
}

/** The month of a payment is none, nor is the number of a customer. */
function isAsNumber(words: readonly string[], at: number, said: SaidNumbers): boolean {
  const [word = '', before = ''] = [words[at], words[at - 1]]
  if (monthAsNumber(word) === null || OF_PAYMENT.test(before) || STANDING_ORDER.test(before)) return false
  return said.words().includes(word.toUpperCase())
}

/** Its own number, whichever month that is like, or the end of it in a list: 2026-11 + 12. */
function isOwnSaid({ words, said }: TextOfMonths, { document_number }: DatedDocument): boolean {
  const own = monthOfNumber(document_number)
  if (own === null) return false
  const end = /\d{1,2}$/.exec(document_number ?? '')?.[0]
  const isOwn = (word: string) => {
    const month = monthAsNumber(word)
    return month !== null && isSameMonth(month, own)
  }
  return words.some(isOwn) || (end !== undefined && said.lists(end))
}

/** 11.26 beside a currency, or of another year. */
function isAmount(words: readonly string[], at: number, one: MonthOfBill, document: DatedDocument): boolean {
  if (!monthInFigures(words[at] ?? '')?.is_short) return false
  return (
    [words[at - 1], words[at + 1]].some((word) => CURRENCY.test(word ?? '')) ||
    Math.abs(monthsBehind(one, document)) > MONTHS_OF_YEAR
  )
}

/** With those that a list goes on with, and all of a span: Oktober bis Dezember. */
function monthsFrom(words: readonly string[], at: number): MonthOfBill[] {
  const word = words[at] ?? ''
  const inFigures = monthInFigures(word)
  const behind = words[at + 1] ?? ''
  const next = inFigures === null && YEAR.test(behind) ? behind : null
  const year = inFigures?.year ?? (next === null ? null : Number(next))
  const said = next === null ? word : `${word} ${next}`
  const own = monthsIn(word).map((month) => ({ words: said, month, year, is_number: false }))
  const end = next === null ? at + 1 : at + 2
  const isSpan = UNTIL.test(words[end] ?? '')
  const last = own.at(-1)
  if (!last || !(isSpan || AND.test(words[end] ?? ''))) return own
  const more = monthsFrom(words, end + 1)
  const [first] = more
  return [...own, ...(isSpan && first ? within(last, first) : []), ...more]
}

/** Those between two. */
function within(from: MonthOfBill, to: MonthOfBill): MonthOfBill[] {
  const year = from.month < to.month ? to.year : null
  return monthsWithin(from.month, to.month).map((month) => ({ words: from.words, month, year, is_number: false }))
}

/** How many months it lies behind that of a document. */
function monthsBehind({ month, year }: Pick<MonthOfBill, 'month' | 'year'>, { document_date }: DatedDocument): number {
  const [ofDocument, inMonth] = [Number(document_date.slice(0, 4)), Number(document_date.slice(5, 7))]
  if (year !== null) return (year - ofDocument) * MONTHS_OF_YEAR + month - inMonth
  const apart = (month - inMonth + MONTHS_OF_YEAR) % MONTHS_OF_YEAR
  return apart > MOST_AHEAD ? apart - MONTHS_OF_YEAR : apart
}

/** A number that is its own month tells that a due date of the next one is a term of payment. */
function monthsAhead({ is_number }: MonthOfBill, document: DatedDocument): number {
  const { document_number, document_date, due_date } = document
  if (Number(document_date.slice(8)) >= AHEAD.written_from) return 1
  const ofNumber = is_number ? monthOfNumber(document_number) : null
  if (ofNumber !== null && monthsBehind(ofNumber, document) === 0) return 0
  return due_date !== null &&
    due_date.slice(0, 7) > document_date.slice(0, 7) &&
    Number(due_date.slice(8)) <= AHEAD.due_until
    ? 1
    : 0
}
