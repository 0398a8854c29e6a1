import { LOCALES, type Locale } from '../../../../shared/contract/setup/settings.ts'
import { swissDate } from '../../swiss-date.ts'
import { linesOfWords } from '../words/lines-of-words.ts'
import { SENTENCES } from './sentences.ts'
import { SENTENCES_OF_ERRORS } from './sentences-of-errors.ts'

const VALUE = '{}'

const LINES = [SENTENCES, SENTENCES_OF_ERRORS].flatMap((table) => linesOfWords(table, (english) => english))
/** Each with the pattern of its English. */
const KNOWN = LINES.map(([english, words]) => ({
  ...patternOf(english),
  words,
}))

/** A message of the interface in the language of the page, with its values; null for one that has no words there, and in English. */
export function sentenceIn(text: string, locale: Locale): string | null {
  if (locale === 'en') return null
  for (const { start, pattern, words } of KNOWN) {
    const [, ...values] = (text.startsWith(start) && pattern.exec(text)) || []
    if (values.length === 0 && start !== text) continue
    const [first = '', ...others] = (words[LOCALES.indexOf(locale)] ?? '').split(VALUE)
    return others.reduce((said, part, index) => said + shownValue(values[index] ?? '') + part, first)
  }
  return null
}

function patternOf(english: string) {
  const parts = english.split(VALUE)
  const pattern = new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('(.+?)')}$`, 's')
  return { start: parts[0] ?? '', pattern }
}

/** Days and amounts as Swiss readers expect them. */
function shownValue(value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return swissDate(value)
  const [, currency, whole = '', fraction = ''] = /^([A-Z]{3} )(-?\d+)(\.\d+)?$/.exec(value) ?? []
  return currency === undefined ? value : currency + whole.replace(/\B(?=(\d{3})+$)/g, "'") + fraction
}
