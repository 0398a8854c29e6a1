/** Somebody's typing has no more blanks between the parts of a day. */
const BLANKS = '\\s{0,2}'
const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const MONTH = '(?:0?[1-9]|1[0-2])'
const YEAR = '(?:20)?2\\d'
const NO_MORE = '(?![\\p{L}\\p{N}/-])'
const APART = '(?<![\\p{L}\\p{N}./-])'
/** 25. 11. 2026 */
const WITH_BLANKS = new RegExp(
  `(?<![\\p{N}.,/-])(${DAY})\\.${BLANKS}(${MONTH})\\.${BLANKS}(${YEAR})(?![\\p{L}\\p{N}])`,
  'gu',
)
/** 25. 11., and no year or other number behind it. */
const WITH_BLANKS_ALONE = new RegExp(`${APART}(${DAY})\\.\\s(${MONTH})\\.(?!${BLANKS}\\p{N})`, 'gu')
/** 25-11-2026; behind letters, or with more behind it, it is a number. */
const WITH_HYPHENS = new RegExp(`${APART}(${DAY})-(${MONTH})-(20\\d\\d)${NO_MORE}`, 'gu')
/** 2026.11.25 */
const YEAR_FIRST = new RegExp(`${APART}(20\\d\\d)\\.(${MONTH})\\.(${DAY})${NO_MORE}`, 'gu')
/** Rechnung/25.11.2026, Rg.25.11.26. With other signs than points it is a number: RE-2026-11-25. */
const JOINED = new RegExp(`(?<=\\p{L})[./-]?(?=${DAY}\\.${MONTH}\\.${YEAR}(?!\\p{N}))`, 'gu')
const MONTH_NAMES =
  'jan|gen|feb|fev|mar|apr|avr|mai|mag|may|jun|jui|giu|jul|lug|aug|aou|ago|sep|set|okt|oct|ott|nov|dez|dec|dic'
/** 25.Nov.2026 */
const MONTH_JOINED = new RegExp(`${APART}(${DAY})\\.(?=(?:${MONTH_NAMES}))`, 'gu')

/**
 * The days in a text as 25.11.2026, however they are written, and apart from the words to which they are joined. Bare digits stay: 20261125 may be any number.
 *
 * @param text in small letters without accents
 */
export function withDaysAlike(text: string): string {
  if (!/\d[.-]/.test(text)) return text
  return text
    .replace(WITH_BLANKS, '$1.$2.$3')
    .replace(WITH_BLANKS_ALONE, '$1.$2.')
    .replace(WITH_HYPHENS, '$1.$2.$3')
    .replace(YEAR_FIRST, '$3.$2.$1')
    .replace(JOINED, ' ')
    .replace(MONTH_JOINED, '$1. ')
}

const DAY_WITH_STOP = new RegExp(`^${DAY}\\.${MONTH}\\.$`)

/** A word without the full stop behind it; that of 25.11. tells a day from an amount. */
export function withoutFullStop(word: string): string {
  return DAY_WITH_STOP.test(word) ? word : word.replace(/\.+$/, '')
}
