/** A month of a year, as figures tell it. */
export type MonthOfYear = {
  readonly month: number
  readonly year: number
  /** 11.26, which may be an amount. */
  readonly is_short: boolean
}

const MONTH = '(?:0?[1-9]|1[0-2])'
const LENGTHS = { shortest: '1/26'.length, longest: '11/2026'.length } as const
const FORMS = [
  new RegExp(`^(?<month>${MONTH})[./-](?<year>20\\d\\d)$`),
  new RegExp(`^(?<month>${MONTH})[./-](?<short>2\\d)$`),
  new RegExp(`^(?<year>20\\d\\d)[./-](?<month>${MONTH})$`),
  /^(?<year>20\d\d)(?<month>0[1-9]|1[0-2])$/,
  /^(?<month>0[1-9]|1[0-2])(?<year>20\d\d)$/,
]
const NUMBER = /^[^\p{N}]*(?<digits>\d[\d/-]*)$/u
const OF_NUMBERS = /^(?:20\d\d[-/]?|(?:0?[1-9]|1[0-2])[-/]20)\d+$/

/** In one word: 11/2026, 11-2026, 11.26, 2026-11, 202611, 112026. */
export function monthInFigures(word: string): MonthOfYear | null {
  if (word.length < LENGTHS.shortest || word.length > LENGTHS.longest) return null
  for (const form of FORMS) {
    const { month, year, short } = form.exec(word)?.groups ?? {}
    if (month !== undefined)
      return { month: Number(month), year: Number(year ?? `20${short}`), is_short: short !== undefined }
  }
  return null
}

/** Of a word that may be a number of a document as well: 2026-11, and not 11.2026. */
export function monthAsNumber(word: string): MonthOfYear | null {
  return OF_NUMBERS.test(word) ? monthInFigures(word) : null
}

/** What the digits of a document number are: the month of RE-2026-10. It may be the tenth bill of the year as well. */
export function monthOfNumber(number: string | null): MonthOfYear | null {
  const digits = NUMBER.exec(number?.trim() ?? '')?.groups?.digits
  return digits === undefined ? null : monthAsNumber(digits)
}

type KnownMonth = { readonly month: number; readonly year: number | null }

export function isSameMonth(a: KnownMonth, b: KnownMonth): boolean {
  return a.month === b.month && a.year === b.year
}
