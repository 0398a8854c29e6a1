import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import type { Endpoint, ReadRoute } from '../../http/endpoint.ts'
import { swissDate } from '../swiss-date.ts'
import { isWord, wordsIn } from '../words.ts'
import { titleOf } from './labels.ts'
import { query } from './links.ts'

/** A read that a page of an end customer or of a year leads to. */
export type ListOfSubject = {
  readonly path: string
  readonly kind: string
  readonly asks: readonly string[]
  /** Of a parameter with a few values, each of which has a name of its own. */
  readonly chosen: Readonly<Record<string, string>>
}

/** Pages that know what the parameters of other reads have to be. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  '/v1/end-customers/:end_customer_id': ['end_customer_id'],
  '/v1/fiscal-years/:fiscal_year_id': ['end_customer_id', 'fiscal_year_id'],
}
/** Of these today is asked for. */
const OF_TODAY: Readonly<Record<string, (today: string) => string>> = {
  date: (today) => today,
  year: (today) => today.slice(0, 4),
}

/** The reads that ask for the subject of a page and for nothing that only a reader can say: nobody has to know their addresses. */
export function listsOf(path: string, reads: readonly (ReadRoute & Endpoint)[]): readonly ListOfSubject[] {
  const known = SUBJECTS[path]
  if (known === undefined) return []
  return reads.flatMap(({ operation_id, path: its, query: { required = [], properties = {} }, response }) => {
    if (its.includes(':') || !known.every((name) => required.includes(name))) return []
    const { const: object } = response.properties?.object ?? {}
    const kind = typeof object === 'string' ? object : operation_id
    const list = { path: its.slice('/v1/'.length), kind, asks: required, chosen: {} }
    const [missing, ...others] = required.filter((name) => !known.includes(name) && !(name in OF_TODAY))
    if (missing === undefined) return list
    const values = others.length > 0 ? [] : (properties[missing]?.enum ?? []).map(String)
    return values
      .map((value) => ({ ...list, kind: `${kind}_${value}`, chosen: { [missing]: value } }))
      .filter((each) => isWord(each.kind))
  })
}

/** From /v1/ on. */
export function addressOfList(
  { path, asks, chosen }: ListOfSubject,
  subject: Readonly<Record<string, string | undefined>>,
): string {
  const today = todayInSwitzerland()
  const asked = (name: string) => chosen[name] ?? OF_TODAY[name]?.(today) ?? subject[name]
  return path + query(Object.fromEntries(asks.map((name) => [name, asked(name)])))
}

/** Statements are called as their pages are. What is asked for a day says which: the same list stands there without one. */
export function titleOfList({ kind, asks }: ListOfSubject, locale: Locale): string {
  const name = isWord(kind) ? wordsIn(locale)(kind) : titleOf(kind, locale)
  return asks.includes('date') ? `${name} ${swissDate(todayInSwitzerland())}` : name
}
