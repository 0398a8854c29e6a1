import { MONTHS } from '../periods/period-words.ts'
import { monthInFigures } from './months-in-figures.ts'

const BILLS = 'miete|mietzins|rechnung|abo|honorar'
/** Novembermiete. */
const BEFORE_BILL = new RegExp(`^(\\p{L}{3,}?)-?(?:${BILLS})$`, 'u')
/** MieteNovember. */
const BEHIND_BILL = new RegExp(`^(?:${BILLS}|loyer|affitto|pigione|rent|akonto)(\\p{L}{3,})$`, 'u')
const SEPARATORS = /[-–/]/
const NAMES = MONTHS.map((names) => new RegExp(`^(?:${names})$`))
const SHORT: Readonly<Record<string, number>> = {
  ...{ jan: 1, feb: 2, fev: 2, mar: 3, apr: 4, avr: 4, jun: 6, jul: 7, juil: 7, aug: 8, sep: 9, sept: 9 },
  ...{ okt: 10, oct: 10, ott: 10, nov: 11, dez: 12, dec: 12, dic: 12 },
}
const SHORTEST_MONTH = 'mai'.length
const MONTHS_OF_YEAR = 12
/** Nov-26, NOV2026, Nov.2026. */
const WITH_YEAR = /^(\p{L}{3,})[.\-–/]?(20\d\d|2\d)$/u

/** In one word: November, 11/2026, Nov/Dez, all of Okt-Dez. */
export function monthsIn(word: string): number[] {
  const inFigures = monthInFigures(word)
  if (inFigures !== null) return [inFigures.month]
  const months = word.split(SEPARATORS).map((part) => monthNamed(BEFORE_BILL.exec(part)?.[1] ?? part))
  if (months.includes(0)) return [monthNamed(joinedTo(word) ?? '')].filter(Boolean)
  const [first = 0, last = 0] = months
  return months.length === 2 && !word.includes('/') ? [first, ...monthsWithin(first, last), last] : months
}

/** The months between two, also over the end of a year. */
export function monthsWithin(first: number, last: number): number[] {
  const many = (last - first - 1 + 2 * MONTHS_OF_YEAR) % MONTHS_OF_YEAR
  if (first === last) return []
  return Array.from({ length: many }, (_, more) => ((first + more) % MONTHS_OF_YEAR) + 1)
}

/** A word that says both: Novembermiete, MieteNovember. */
export function isOfBill(word: string): boolean {
  return BEFORE_BILL.test(word) || monthNamed(BEHIND_BILL.exec(word)?.[1] ?? '') > 0
}

function joinedTo(word: string): string | undefined {
  return BEFORE_BILL.exec(word)?.[1] ?? BEHIND_BILL.exec(word)?.[1]
}

/** Longer words are no words; whoever writes them has thousands of signs in one. */
const MOST_LETTERS = 60

/** The words that one is made of, where a month is one of them: Miete/November, Nov-26, Nov./Gewerbe. Else the word alone. */
export function withMonthApart(word: string): string[] {
  if (word.length > MOST_LETTERS) return [word]
  const [, name = '', year = ''] = WITH_YEAR.exec(word) ?? []
  if (monthsIn(name).length > 0) return [name, year.length === 2 ? `20${year}` : year]
  const at = word.search(SEPARATORS)
  if (at < 0 || monthsIn(word).length > 0) return [word]
  const [before, behind] = [word.slice(0, at), word.slice(at + 1)]
  const rest = withMonthApart(behind)
  if (isMonthBefore(before)) return [before.replace(/\.$/, ''), ...rest]
  const isMonthBehind = rest.length > 1 || (monthsIn(behind).length > 0 && !monthInFigures(behind))
  return isMonthBehind ? [before, ...rest] : [word]
}

/** Jan-Peter is none: short ones have a full stop. */
function isMonthBefore(part: string): boolean {
  return NAMES.some((names) => names.test(part)) || (part.endsWith('.') && monthNamed(part) > 0)
}

/** 0 for no month. */
function monthNamed(letters: string): number {
  if (letters.length < SHORTEST_MONTH) return 0
  const at = NAMES.findIndex((names) => names.test(letters))
  return at >= 0 ? at + 1 : (SHORT[letters.replace(/\.$/, '')] ?? 0)
}
