import { looseNameWordsOf, withoutAccents } from '../compare-texts.ts'
import { MONTHS } from '../periods/period-words.ts'

/** The words of a text; none where no month is among them. */
export type TextOfMonths = readonly string[]

/** A month that a text gives a bill, 1 to 12; the year where it says one. */
type MonthOfBill = { readonly words: string; readonly month: number; readonly year: number | null }

/** A document, by what tells of which month it may be. */
export type DatedDocument = {
  readonly document_date: string
  readonly due_date: string | null
  readonly partner_name: string
}

const SIGNS = /[\s,;:()"'|+]+/
const INVOICE = /^(?:rechnung|rg$|faktura|facture|fact$|fattura|fatt$|invoice|bill$)/
/** What is billed by the month. */
const BILLED =
  /^(?:miet|loyer|affitto|pigione|rent$|pacht|nebenkosten|heizkosten|akonto|acompte|acconto|abo|leasing|pramie|prime|premio|honorar|onorari|unterhalt|wartung|reinigung|strom|energie|electricite|elettricita|gas$|wasser|eau$|acqua|telefon|telephone|internet|hosting)/
/** Novembermiete. */
const JOINED = /^(\p{L}{3,}?)-?(?:miete|mietzins|rechnung|abo|honorar)$/u
/** A month behind these is that of a payment. */
const OF_PAYMENT =
  /^(?:bezahl|zahl|gezahlt|paye|paiement|pagat|pagament|paid|payment|ausfuhr|execut|fallig|due$|valuta|echeance|scadenza|bis$|per$|am$|au$|entro$)/
/** Between what is billed and the month: Miete Lager Bern November. */
const MOST_BETWEEN = 4
const UNTIL = /^(?:-|–|\/|bis|und|et|e|and|a|al|au|to)$/
const IN_FIGURES = /^(0?[1-9]|1[0-2])[./](20\d\d)$/
const YEAR = /^20\d\d$/
const NAMES = MONTHS.map((names) => new RegExp(`^(?:${names})$`))
const SHORT: Readonly<Record<string, number>> = {
  ...{ jan: 1, feb: 2, fev: 2, mar: 3, apr: 4, avr: 4, jun: 6, jul: 7, juil: 7, aug: 8, sep: 9, sept: 9 },
  ...{ okt: 10, oct: 10, ott: 10, nov: 11, dez: 12, dec: 12, dic: 12 },
}
const MONTHS_OF_YEAR = 12
/** Of a month without a year: more ahead is one of the year before. */
const MOST_AHEAD = 3
/** A bill that is written from this day of a month on, or due until that one, may be of the month that follows. */
const AHEAD = { written_from: 15, due_until: 10 } as const

/**
 * The month of a later bill that a text names, where it cannot be that of this one: Rechnung November for a bill of 10 October. A bill may be of its own month and of earlier ones, and of the
 * next one where it is written in the second half or due in the first days of one. Null where it names none, or this one too.
 */
export function laterMonthIn(text: TextOfMonths, document: DatedDocument): string | null {
  const named = monthsOfBills(text, document.partner_name)
  const isLater = named.every((one) => monthsBehind(one, document) > monthsAhead(document))
  return isLater ? (named[0]?.words ?? null) : null
}

/** Whether a text names a month of which a document may be, as that of a bill. */
export function namesMonthOf(text: TextOfMonths, document: DatedDocument): boolean {
  return monthsOfBills(text, document.partner_name).some((one) => {
    const behind = monthsBehind(one, document)
    return behind >= -1 && behind <= monthsAhead(document)
  })
}

/** Reads a text once for many documents. */
export function textOfMonths(text: string): TextOfMonths {
  const words = withoutAccents(text)
    .split(SIGNS)
    .map((word) => word.replace(/\.+$/, ''))
    .filter(Boolean)
  return words.some((word) => monthsIn(word).length > 0) ? words : []
}

/** Behind a word for what is billed, or a word of the name of who bills it. */
function monthsOfBills(words: TextOfMonths, partner_name: string): MonthOfBill[] {
  if (words.length === 0) return []
  const names = looseNameWordsOf(partner_name)
  return words.flatMap((word, at) => (JOINED.test(word) || isBilled(words, at, names) ? monthsFrom(words, at) : []))
}

/** The number of a bill may look like a month in figures. */
function isBilled(words: readonly string[], at: number, names: ReadonlySet<string>): boolean {
  const isInFigures = IN_FIGURES.test(words[at] ?? '')
  for (let before = at - 1; before >= Math.max(0, at - MOST_BETWEEN); before -= 1) {
    const word = words[before] ?? ''
    if (INVOICE.test(word)) return !isInFigures
    if (BILLED.test(word) || names.has(word.replace(/([aou])e/g, '$1'))) return true
    if (/\d/.test(word) || OF_PAYMENT.test(word)) return false
  }
  return false
}

/** With those that a list goes on with. */
function monthsFrom(words: readonly string[], at: number): MonthOfBill[] {
  const word = words[at] ?? ''
  const [, , inFigures] = IN_FIGURES.exec(word) ?? []
  const behind = words[at + 1] ?? ''
  const next = inFigures === undefined && YEAR.test(behind) ? behind : null
  const said = inFigures ?? next
  const year = said === null ? null : Number(said)
  const own = monthsIn(word).map((month) => ({ words: next === null ? word : `${word} ${next}`, month, year }))
  const end = next === null ? at + 1 : at + 2
  return own.length > 0 && UNTIL.test(words[end] ?? '') ? [...own, ...monthsFrom(words, end + 1)] : own
}

/** In one word: November, 11/2026, Okt-Dez. */
function monthsIn(word: string): number[] {
  const [, inFigures] = IN_FIGURES.exec(word) ?? []
  if (inFigures !== undefined) return [Number(inFigures)]
  const months = word.split(/[-–/]/).map((part) => monthNamed(JOINED.exec(part)?.[1] ?? part))
  return months.includes(0) ? [monthNamed(JOINED.exec(word)?.[1] ?? '')].filter(Boolean) : months
}

/** 0 for no month. */
function monthNamed(letters: string): number {
  const at = NAMES.findIndex((names) => names.test(letters))
  return at >= 0 ? at + 1 : (SHORT[letters.replace(/\.$/, '')] ?? 0)
}

/** How many months it lies behind that of a document. */
function monthsBehind({ month, year }: MonthOfBill, { document_date }: DatedDocument): number {
  const [ofDocument, inMonth] = [Number(document_date.slice(0, 4)), Number(document_date.slice(5, 7))]
  if (year !== null) return (year - ofDocument) * MONTHS_OF_YEAR + month - inMonth
  const apart = (month - inMonth + MONTHS_OF_YEAR) % MONTHS_OF_YEAR
  return apart > MOST_AHEAD ? apart - MONTHS_OF_YEAR : apart
}

function monthsAhead({ document_date, due_date }: DatedDocument): number {
  if (Number(document_date.slice(8)) >= AHEAD.written_from) return 1
  return due_date !== null &&
    due_date.slice(0, 7) > document_date.slice(0, 7) &&
    Number(due_date.slice(8)) <= AHEAD.due_until
    ? 1
    : 0
}
