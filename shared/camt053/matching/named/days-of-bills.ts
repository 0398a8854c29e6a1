import { looseNameWordsOf } from '../compare-texts.ts'
import { INVOICE, isBilled, OF_PAYMENT } from './words-for-bills.ts'

/** A whole day that a text has in figures, where it stands among its words. */
export type DayOfText = {
  /** As dates are written here: 2026-11-01. */
  readonly day: string
  readonly words: readonly string[]
  readonly at: number
}

/** A document, by the days that a text may tell of it. */
type DaysOfDocument = {
  readonly document_date: string
  readonly due_date: string | null
  readonly partner_name: string
}

const FORMS = [
  /^(?<day>0?[1-9]|[12]\d|3[01])\.(?<month>0?[1-9]|1[0-2])\.(?:20)?(?<year>2\d)$/,
  /^20(?<year>2\d)-(?<month>0[1-9]|1[0-2])-(?<day>0[1-9]|[12]\d|3[01])$/,
]
/** Between an invoice and its day. */
const OF_DAY = /^(?:v|vom|dat|datiert|datum|du|del|dd|of|dated)$/
/** With a number between: Rechnung 4711 vom. */
const WORDS_BEFORE = [2, 3]
const NO_NAMES: ReadonlySet<string> = new Set()
/** The day behind one of these and a name is that of a payment or of a reminder: Zahlung an Immo AG 1.11.2026. */
const OF_OTHER = /^(?:vergut|uberweis|belast|virement|versement|bonific|transfer|mahn|rappel|sollecit|richiam|reminder)/
const STANDING_ORDER = /^(?:dauerauftr|permanent|standing|ordre|ordine|auftrag)/

/** @param words of a text, in small letters without accents */
export function daysIn(words: readonly string[]): DayOfText[] {
  if (words.some((word) => STANDING_ORDER.test(word))) return []
  return words.flatMap((word, at) => {
    const { day, month, year } = FORMS.map((form) => form.exec(word)?.groups).find(Boolean) ?? {}
    if (day === undefined) return []
    return [{ day: `20${year}-${month?.padStart(2, '0')}-${day.padStart(2, '0')}`, words, at }]
  })
}

/** Whether one is the day of a document, behind a word for what is billed or of the name of who bills it. */
export function isDayOf(days: readonly DayOfText[], { document_date, partner_name }: DaysOfDocument): boolean {
  const own = days.filter(({ day }) => day === document_date)
  if (own.length === 0) return false
  const names = looseNameWordsOf(partner_name)
  const isOfOther = (word: string) => OF_PAYMENT.test(word) || OF_OTHER.test(word)
  return own.some(({ words, at }) => isBilled(words, at, words.slice(0, at).some(isOfOther) ? NO_NAMES : names))
}

/**
 * The day of a later invoice that a text names: Rechnung vom 1.11.2026 for a bill of October. Another word before a day may be that of a payment. Null where it names none, or
 * the own day or the day on which this one is due.
 */
export function laterDayIn(days: readonly DayOfText[], { document_date, due_date }: DaysOfDocument): string | null {
  const named = days.filter(({ words, at }) => {
    const isOfInvoice = (before: number) => INVOICE.test(words[at - before] ?? '')
    return OF_DAY.test(words[at - 1] ?? '') && WORDS_BEFORE.some(isOfInvoice)
  })
  const [first] = named
  const isLater = named.every(({ day }) => day > document_date && day !== due_date)
  return first && isLater && days.every(({ day }) => day !== document_date) ? (first.words[first.at] ?? null) : null
}
