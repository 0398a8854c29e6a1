import { RULES } from '../../../../shared/accounting/facts/blockers.ts'
import { WARNINGS } from '../../../../shared/accounting/facts/warnings.ts'
import { LOCALES, type Locale } from '../../../../shared/contract/setup/settings.ts'
import { escapeHtml } from '../../escape-html.ts'
import { withCode } from '../sentences/with-code.ts'
import { CODES } from './blockers.ts'
import { EVENTS } from './events.ts'
import { linesOfWords } from './lines-of-words.ts'
import { REMEDIES } from './remedies.ts'
import { VALUES } from './values.ts'
import { VALUES_OF_ENTRIES } from './values-of-entries.ts'

/** Members whose values are those of another one. */
const SAME: Readonly<Record<string, string>> = {
  blocker_codes: 'code',
  credit_debit_indicator: 'credit_debit',
  event_types: 'event_type',
  language: 'locale',
  vat_method: 'method',
}

const REMEDY_OF = new Map<string, string>([...RULES, ...WARNINGS].map(({ code, remedy }) => [code, remedy]))

const VALUES_OF = valuesByMember()

/** The word for a value that the schema of its member lists, as HTML; null for any other. */
export function wordOfValue(name: string, value: string, locale: Locale): string | null {
  const values = VALUES_OF.get(name) ?? (name.endsWith('state') ? VALUES_OF.get('state') : undefined)
  return values?.get(value)?.[LOCALES.indexOf(locale)] ?? null
}

function valuesByMember(): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const members = new Map<string, Map<string, readonly string[]>>()
  for (const [key, words] of [VALUES, VALUES_OF_ENTRIES, EVENTS].flatMap((table) =>
    linesOfWords(table, valueInWords),
  )) {
    const { member, value } = partsOf(key)
    const values = members.get(member) ?? new Map<string, readonly string[]>()
    members.set(member, values.set(value, words.map(escapeHtml)))
  }
  members.set(
    'code',
    wordsOfCodes(CODES, (code) => code),
  )
  members.set(
    'remedy',
    wordsOfCodes(REMEDIES, (code) => REMEDY_OF.get(code) ?? code),
  )
  for (const [name, same] of Object.entries(SAME)) members.set(name, members.get(same) ?? new Map())
  return members
}

/** @param shownOf what stands in the answer: the code itself, or the remedy that belongs to it */
function wordsOfCodes(table: string, shownOf: (code: string) => string): Map<string, readonly string[]> {
  const lines = linesOfWords(table, (code) => shownOf(code).replaceAll('_', ' '))
  return new Map(lines.map(([code, words]) => [shownOf(code), words.map((text) => withCode(escapeHtml(text)))]))
}

function valueInWords(key: string): string {
  return partsOf(key).value.replaceAll(/[_.]/g, ' ')
}

/** A value may have dots, a member has none. */
function partsOf(key: string) {
  const at = key.indexOf('.')
  return { member: key.slice(0, at), value: key.slice(at + 1) }
}
