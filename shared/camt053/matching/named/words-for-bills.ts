import { isNameWord } from '../compare-texts.ts'
import { monthInFigures } from './months-in-figures.ts'

/** What is billed by the month, in small letters without accents. */
const BY_THE_MONTH =
  '(?:miet|loyer|affitto|pigione|pacht|nebenkosten|heizkosten|akonto|acompte|acconto|abo|leasing|pramie|prime|premio|honorar|onorari|unterhalt|wartung|reinigung|strom|energie|electricite|elettricita|wasser|acqua|telefon|telephone|internet|hosting|wohnung|parkplatz|einstellplatz)\\S*|whg|garage|rent|gas|eau|\\p{L}+(?:miete|mietzins|pacht|pramie|leasing|honorar|abo)'
const BILLED = new RegExp(`^(?:${BY_THE_MONTH})$`, 'u')
export const INVOICE =
  /^(?:rechnung|(?:rg|re|rech|rechn|beleg|fact|fatt|bill)(?:[.-]{0,2}(?:datum|dat))?$|faktura|facture|fattura|invoice)|(?<!ab|ver)rechnung$/
/** A month behind these is that of a payment. */
export const OF_PAYMENT =
  /^(?:bezahl|zahl|gezahlt|paye|paiement|pagat|pagament|paid|payment|ausfuhr|execut|fallig|due$|valuta|echeance|scadenza|bis$|per$|am$|au$|entro$)/
/** Between the first and the last of a span. */
export const UNTIL = /^(?:-|–|bis|a|al|au|to)$/

/** Between what is billed and the month: Miete Lager Bern November. */
const MOST_BETWEEN = 4

const MONTH = '(0?[1-9]|1[0-2])'
const YEAR = '(20\\d\\d|2\\d)'
/** From the first day of a month to the last one of a month. */
const PERIOD = new RegExp(
  `(?<![\\d.])0?1\\.${MONTH}\\.${YEAR}?\\s*(?:-|–|bis|au|al|to)\\s*(?:2[89]|3[01])\\.${MONTH}\\.${YEAR}(?!\\d)`,
  'g',
)
/** Miete per 1.11.2026. */
const FROM_FIRST = new RegExp(
  `(?<!\\S)((?:${BY_THE_MONTH})\\s+)(?:per|ab|zum|des|dal)\\s+0?1\\.${MONTH}\\.${YEAR}(?![\\d.])`,
  'gu',
)
/** Miete 30.11.2026: the last day of a month, as a whole date behind what is billed. */
const TO_LAST = new RegExp(
  `(?<!\\S)((?:${BY_THE_MONTH})\\s+)(2[89]|3[01])\\.${MONTH}\\.(20\\d\\d)(?![\\d.]|\\s*(?:-|–|bis|au|al|to)\\s)`,
  'gu',
)
/** Of a quarter, by its number or its months. */
const QUARTER =
  /(?<!\S)(?:q([1-4])|([1-4])\.?\s?(?:quartal|quart|trimestre|trim|quarter)\.?)(?:[\s/.-]*(20\d\d))?(?![\p{L}\p{N}])/gu
const MONTHS_TO = new RegExp(`(?<![\\p{L}\\p{N}./-])${MONTH}\\s?[-–]\\s?${MONTH}[/.](20\\d\\d)(?![\\d.])`, 'gu')
const NAMES = ['jan', 'feb', 'marz', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez']
/** What has a number of its own: a house, a flat. */
const PLACE =
  /(?:strasse|str|gasse|weg|platz|allee|ring|quai|rue|via|piazza|wohnung|whg|zimmer|lokal|garage|haus|nr|no|objekt)\.?$/
const NUMBER_OF_PLACE = /^\d{1,4}[a-z]?$/
/** Miete 11 2026; with one digit it may be anything. */
const APART = new RegExp(`(?<!\\S)((?:${BY_THE_MONTH})\\s+)(0[1-9]|1[0-2])\\s+(20\\d\\d)(?!\\S)`, 'gu')

/** A text in small letters without accents, with months for the days that stand for whole ones: 11/2026 for 1.11.-30.11.2026. */
export function withMonthsForDays(text: string): string {
  if (!/20\d\d|\.2\d|q[1-4]|[1-4]\.?\s?(?:qu|tri)/.test(text)) return text
  return text
    .replace(QUARTER, (_, short, long, year = '') => {
      const first = (Number(short ?? long) - 1) * 3
      return `${NAMES[first]}-${NAMES[first + 2]} ${year}`
    })
    .replace(MONTHS_TO, (_, from, to, year) => `${NAMES[from - 1]}-${NAMES[to - 1]} ${year}`)
    .replace(PERIOD, (_, month, year, last, ofLast) => {
      const to = fullYear(ofLast)
      const from = year === undefined ? to - (Number(month) > Number(last) ? 1 : 0) : fullYear(year)
      return month === last && from === to ? `${month}/${to}` : `${month}/${from} bis ${last}/${to}`
    })
    .replace(FROM_FIRST, (_, before, month, year) => `${before}${month}/${fullYear(year)}`)
    .replace(TO_LAST, (all, before, day, month, year) =>
      Number(day) === lastDayOf(Number(month), Number(year)) ? `${before}${month}/${year}` : all,
    )
    .replace(APART, '$1$2/$3')
}

function lastDayOf(month: number, year: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Whether what stands at a place is that of what is billed. The number of a bill may look like a month in figures. */
export function isBilled(words: readonly string[], at: number, names: ReadonlySet<string>): boolean {
  const isInFigures = monthInFigures(words[at] ?? '') !== null
  for (let before = at - 1; before >= Math.max(0, at - MOST_BETWEEN); before -= 1) {
    const word = words[before] ?? ''
    if (INVOICE.test(word)) return !isInFigures
    if (BILLED.test(word) || isNameWord(word, names)) return true
    if (OF_PAYMENT.test(word)) return false
    if (/\d/.test(word) && !isOfPlace(word, words[before - 1])) return false
  }
  return false
}

/** Whether a number is that of a house or a flat: Bahnhofstr. 11. */
function isOfPlace(number: string, before = ''): boolean {
  return NUMBER_OF_PLACE.test(number) && PLACE.test(before)
}

function fullYear(year: string): number {
  return (Number(year) % 100) + 2000
}
