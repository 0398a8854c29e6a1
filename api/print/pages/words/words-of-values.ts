import { LOCALES, type Locale } from '../../../../shared/contract/setup/settings.ts'
import { escapeHtml } from '../../escape-html.ts'
import { EVENTS } from './events.ts'
import { linesOfWords } from './lines-of-words.ts'
import { VALUES } from './values.ts'

/** Members whose values are those of another one. */
const SAME: Readonly<Record<string, string>> = {
  credit_debit_indicator: 'credit_debit',
  event_types: 'event_type',
  language: 'locale',
  vat_method: 'method',
}

const VALUES_OF = valuesByMember()

/** The word for a value that the schema of its member lists, as HTML; null for any other. */
export function wordOfValue(name: string, value: string, locale: Locale): string | null {
  const values = VALUES_OF.get(name) ?? (name.endsWith('state') ? VALUES_OF.get('state') : undefined)
  return values?.get(value)?.[LOCALES.indexOf(locale)] ?? null
}

function valuesByMember(): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const members = new Map<string, Map<string, readonly string[]>>()
  for (const [key, words] of [VALUES, EVENTS].flatMap((table) => linesOfWords(table, valueInWords))) {
    const { member, value } = partsOf(key)
    const values = members.get(member) ?? new Map<string, readonly string[]>()
    members.set(member, values.set(value, words.map(escapeHtml)))
  }
  for (const [name, same] of Object.entries(SAME)) members.set(name, members.get(same) ?? new Map())
  return members
}

function valueInWords(key: string): string {
  return partsOf(key).value.replaceAll(/[_.]/g, ' ')
}

/** A value may have dots, a member has none. */
function partsOf(key: string) {
  const at = key.indexOf('.')
  return { member: key.slice(0, at), value: key.slice(at + 1) }
}
