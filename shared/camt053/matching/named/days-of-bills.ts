import { isOfName, looseNameWordsOf } from '../compare-texts.ts'
import { monthInFigures } from './months-in-figures.ts'
import { monthsIn } from './months-in-words.ts'
import { INVOICE, isBilled, OF_PAYMENT, UNTIL } from './words-for-bills.ts'

/** A day of a month that a text has, and where it stands among its words. */
export type DayOfText = {
  /** As dates are written here: 11-01. */
  readonly month_day: string
  /** Null where the text has none: Rechnung vom 1.11. */
  readonly year: number | null
  /** As the text says it. */
  readonly said: string
  readonly words: readonly string[]
  readonly at: number
  /** A payment or a reminder is told before it, or it is the day of the payment. */
  readonly may_be_of_other: boolean
}

/** When the bank has booked a payment, or will, and from when on it counts it. */
export type DaysOfPayment = {
  readonly day?: string | null | undefined
  readonly value_day?: string | null | undefined
}

/** A document, by the days that a text may tell of it. */
type DaysOfDocument = {
  readonly document_date: string
  readonly due_date: string | null
  readonly partner_name: string
}

const DAY = '(?<day>0?[1-9]|[12]\\d|3[01])'
const MONTH = '(?<month>0?[1-9]|1[0-2])'
const YEAR = '(?:20)?(?<year>2\\d)'
const WHOLE = [
  new RegExp(`^${DAY}\\.${MONTH}\\.${YEAR}$`),
  new RegExp(`^${DAY}/${MONTH}/${YEAR}$`),
  /^20(?<year>2\d)-(?<month>0[1-9]|1[0-2])-(?<day>0[1-9]|[12]\d|3[01])$/,
]
/** 25.11, which may be an amount where no word for a day is before it. */
const WITHOUT_YEAR = new RegExp(`^${DAY}\\.${MONTH}\\.?$`)
/** 25.11. with its full stop. */
const WITH_STOP = new RegExp(`^${DAY}\\.${MONTH}\\.$`)
const DAY_ALONE = new RegExp(`^${DAY}(?:st|nd|rd|th|er|\u00ba)?$`)
const YEAR_ALONE = /^20(?<year>2\d)$/
/** Between an invoice and its day. */
const OF_DAY = /^(?:v|vom|dat|datiert|datum|du|del|dd|d\.d|of|dated)$/
/** Between an invoice and its day, as before its number. */
const BEFORE_DAY = /^(?:[/&-]|n|nr|no|num|numero|von)$/
/** Words of the name of who bills it, between an invoice and its day. */
const MOST_OF_NAME = 8
/** With a number between: Rechnung 4711 vom. */
const WORDS_BEFORE = [2, 3]
/** Nobody writes as many days, or months, for one payment; each would be compared with each bill. */
export const MOST_DATES = 24
const HALF_A_YEAR = 6
const NO_NAMES: ReadonlySet<string> = new Set()
const REMINDER = 'mahn|rappel|sollecit|richiam|reminder'
const OF_REMINDER = new RegExp(`^(?:${REMINDER})`)
/** The day behind one of these and a name is that of a payment or of a reminder: Zahlung an Immo AG 1.11.2026. */
const OF_OTHER = new RegExp(`^(?:vergut|uberweis|belast|virement|versement|bonific|transfer|${REMINDER})`)
const STANDING_ORDER = /^(?:dauerauftr|permanent|standing|ordre|ordine|auftrag)/

/**
 * @param words of a text, in small letters without accents
 * @returns none where there are more than somebody writes
 */
export function daysIn(words: readonly string[], paid: DaysOfPayment): DayOfText[] {
  if (words.some((word) => STANDING_ORDER.test(word))) return []
  const other = words.findIndex((word) => OF_PAYMENT.test(word) || OF_OTHER.test(word))
  const days: DayOfText[] = []
  for (let at = 0; at < words.length && days.length <= MOST_DATES; at += 1) {
    const day = dayInFigures(words, at) ?? dayInWords(words, at)
    if (day) days.push({ ...day, words, at, may_be_of_other: (other >= 0 && other < at) || isOfPayment(day, paid) })
  }
  return days.length > MOST_DATES ? [] : days
}

type Day = Pick<DayOfText, 'month_day' | 'year' | 'said'>

function isOfPayment(one: Day, { day, value_day }: DaysOfPayment): boolean {
  return [day, value_day].some((paid) => paid && dayFor(one, paid) === paid)
}

/** The later one of those that are known. */
export function lastDayOf({ day = null, value_day = null }: DaysOfPayment): string | null {
  return day !== null && value_day !== null && value_day > day ? value_day : (day ?? value_day)
}

function dayInFigures(words: readonly string[], at: number): Day | null {
  const word = words[at] ?? ''
  const { day, month, year } =
    formsAt(words, at)
      .map((form) => form.exec(word)?.groups)
      .find(Boolean) ?? {}
  if (day === undefined || month === undefined) return null
  return { ...dayOf(Number(month), day, year), said: word.replace(/\.$/, '') }
}

function formsAt(words: readonly string[], at: number): readonly RegExp[] {
  if (OF_DAY.test(words[at - 1] ?? '')) return [...WHOLE, WITHOUT_YEAR]
  return isBehindInvoice(words, at, NO_NAMES) ? [...WHOLE, WITH_STOP] : WHOLE
}

/** 25. November 2026, November 25 2026; 25. November behind a word for a day alone, as 25 may be anything. */
function dayInWords(words: readonly string[], at: number): Day | null {
  const [first = '', second = '', third = ''] = words.slice(at, at + 3)
  const { day } = DAY_ALONE.exec(first)?.groups ?? DAY_ALONE.exec(second)?.groups ?? {}
  if (day === undefined) return null
  const name = DAY_ALONE.test(first) ? second : first
  const [month, ...more] = monthInFigures(name) === null ? monthsIn(name) : []
  const { year } = YEAR_ALONE.exec(third)?.groups ?? {}
  if (!month || more.length > 0) return null
  if (year === undefined && !OF_DAY.test(words[at - 1] ?? '')) return null
  const said = [first, second, ...(year === undefined ? [] : [third])].join(' ')
  return { ...dayOf(month, day, year), said }
}

function dayOf(month: number, day: string, year: string | undefined): Pick<DayOfText, 'month_day' | 'year'> {
  const month_day = `${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return { month_day, year: year === undefined ? null : 2000 + Number(year) }
}

/** Without a year it is the day nearest to that of the document. */
function dayFor({ month_day, year }: Day, document_date: string): string {
  const ofDocument = Number(document_date.slice(0, 4))
  if (year !== null) return `${year}-${month_day}`
  const ahead = Number(month_day.slice(0, 2)) - Number(document_date.slice(5, 7))
  return `${ofDocument + (ahead > HALF_A_YEAR ? -1 : ahead < -HALF_A_YEAR ? 1 : 0)}-${month_day}`
}

/** Whether one is the day of a document, behind a word for what is billed or of the name of who bills it. */
export function isDayOf(days: readonly DayOfText[], { document_date, partner_name }: DaysOfDocument): boolean {
  const own = days.filter((one) => dayFor(one, document_date) === document_date)
  if (own.length === 0) return false
  const names = looseNameWordsOf(partner_name)
  return own.some(({ words, at, may_be_of_other }) => isBilled(words, at, may_be_of_other ? NO_NAMES : names))
}

/**
 * The day of a later invoice that a text names: Rechnung vom 1.11.2026, Rechnung 1.11.2026 for a bill of October. Another word before a day may be that of a payment. Null where it names none, or
 * the own day or the day on which this one is due.
 */
export function laterDayIn(
  days: readonly DayOfText[],
  { document_date, due_date, partner_name }: DaysOfDocument,
): string | null {
  if (days.length === 0) return null
  const names = looseNameWordsOf(partner_name)
  const named = days.filter((one) => isToldOfInvoice(one, names) || isBesideInvoice(one, names))
  const [first] = named
  const isLater = named.every((one) => {
    const day = dayFor(one, document_date)
    return day > document_date && day !== due_date
  })
  const isOwn = (one: DayOfText) => dayFor(one, document_date) === document_date
  return first && isLater && !days.some(isOwn) ? first.said : null
}

/** Rechnung vom 1.11.2026, Rechnung Immo AG vom 1.11.2026. */
function isToldOfInvoice({ words, at }: DayOfText, names: ReadonlySet<string>): boolean {
  if (!OF_DAY.test(words[at - 1] ?? '')) return false
  return WORDS_BEFORE.some((before) => INVOICE.test(words[at - before] ?? '')) || isBehindInvoice(words, at - 1, names)
}

/** Rechnung 1.11.2026, and neither a reminder nor the first day of a span nor the day on which it was paid. */
function isBesideInvoice({ words, at, said }: DayOfText, names: ReadonlySet<string>): boolean {
  if (!isBehindInvoice(words, at, names) || words.slice(0, at).some((word) => OF_REMINDER.test(word))) return false
  const [behind = '', next = ''] = words.slice(at + said.split(' ').length)
  return !OF_PAYMENT.test(behind) && !(UNTIL.test(behind) && /^\d/.test(next))
}

/** With nothing between but the name of who bills it and what is written before a number: Rechnung Immo AG Nr. 1.11.2026. */
function isBehindInvoice(words: readonly string[], at: number, names: ReadonlySet<string>): boolean {
  for (let before = at - 1; before >= Math.max(0, at - MOST_OF_NAME); before -= 1) {
    const word = words[before] ?? ''
    if (INVOICE.test(word)) return true
    if (!BEFORE_DAY.test(word) && !isOfName(word, names)) return false
  }
  return false
}
