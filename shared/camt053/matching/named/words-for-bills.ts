/** What is billed by the month, in small letters without accents. */
const BY_THE_MONTH =
  '(?:miet|loyer|affitto|pigione|pacht|nebenkosten|heizkosten|akonto|acompte|acconto|abo|leasing|pramie|prime|premio|honorar|onorari|unterhalt|wartung|reinigung|strom|energie|electricite|elettricita|wasser|acqua|telefon|telephone|internet|hosting)\\S*|rent|gas|eau|\\p{L}+(?:miete|mietzins|pacht|pramie|leasing|honorar|abo)'
export const BILLED = new RegExp(`^(?:${BY_THE_MONTH})$`, 'u')
export const INVOICE = /^(?:rechnung|rg$|faktura|facture|fact$|fattura|fatt$|invoice|bill$)|(?<!ab|ver)rechnung$/
/** A month behind these is that of a payment. */
export const OF_PAYMENT =
  /^(?:bezahl|zahl|gezahlt|paye|paiement|pagat|pagament|paid|payment|ausfuhr|execut|fallig|due$|valuta|echeance|scadenza|bis$|per$|am$|au$|entro$)/

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
/** Miete 11 2026; with one digit it may be anything. */
const APART = new RegExp(`(?<!\\S)((?:${BY_THE_MONTH})\\s+)(0[1-9]|1[0-2])\\s+(20\\d\\d)(?!\\S)`, 'gu')

/** A text in small letters without accents, with months for the days that stand for whole ones: 11/2026 for 1.11.-30.11.2026. */
export function withMonthsForDays(text: string): string {
  if (!/20\d\d|\.2\d/.test(text)) return text
  return text
    .replace(PERIOD, (_, month, year, last, ofLast) => {
      const to = fullYear(ofLast)
      const from = year === undefined ? to - (Number(month) > Number(last) ? 1 : 0) : fullYear(year)
      return month === last && from === to ? `${month}/${to}` : `${month}/${from} bis ${last}/${to}`
    })
    .replace(FROM_FIRST, (_, before, month, year) => `${before}${month}/${fullYear(year)}`)
    .replace(APART, '$1$2/$3')
}

function fullYear(year: string): number {
  return (Number(year) % 100) + 2000
}
