import { type ListId, placeBehind } from '../../../shared/client/lists.ts'
import type { Schema } from '../../../shared/contract/schema.ts'
import { LOCALES, type Locale } from '../../../shared/contract/setup/settings.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { escapeHtml } from '../escape-html.ts'
import { type Word, wordsIn } from '../words.ts'
import { labelOf, titleOf, wordOf } from './labels.ts'
import { type AskedMembers, hrefOf, inSameLanguage, isAddress, type PagePlace, query } from './links.ts'
import { addressOfList, type ListOfSubject, titleOfList } from './lists-of-subject.ts'
import type { ShownMembers } from './shown-value.ts'
import { wordOfValue } from './words/words-of-values.ts'

/** What a page has to know of its read. */
export type ShownRead = {
  readonly operation_id: string
  readonly path: string
  readonly query: Schema
  /** It takes its turns itself, one for each query. */
  readonly in_pieces: boolean
  /** Reads of what belongs to the one thing that is shown, and what they ask for. */
  readonly below: readonly { readonly path: string; readonly asks: readonly string[] }[]
  /** Lists that can be asked for what belongs to the one thing that is shown. */
  readonly of_it: readonly { readonly path: string; readonly kind: string }[]
  /** Of the end customer or the year that is shown. */
  readonly lists: readonly ListOfSubject[]
}

type Link = { readonly href: string; readonly html: string; readonly is_current?: boolean; readonly lang?: Locale }

const STATEMENTS = ['or-balance-sheet', 'or-income-statement', 'trial-balance'] as const

/** Links to the list of end customers, and to everything of the one that the page is about. */
export function navigationOf(place: PagePlace, locale: Locale): string {
  const { end_customer_id } = place
  const links: Link[] = [link(place, 'end-customers', labelOf('listed_end_customer_list', locale))]
  // They are of an API client, and not of an end customer.
  if (end_customer_id === undefined)
    links.push(link(place, 'webhook-subscriptions', labelOf('webhook_subscription_list', locale)))
  else {
    const list = (path: string, html: string, more: AskedMembers = {}) =>
      link(place, `${path}${query({ end_customer_id, ...more })}`, html)
    links.push(
      link(place, `end-customers/${end_customer_id}`, wordOf('overview', locale)),
      list('source-facts', labelOf('blocked_facts', locale), { state: 'blocked' }),
      list('camt-053/entries', labelOf('unbooked_bank_entries', locale), { booking_state: 'to_book' }),
      list('settlement-candidates', labelOf('settlement_candidate_list', locale)),
      list('documents', labelOf('document_list', locale), { state: 'open' }),
      list('supplier-payables', labelOf('supplier_payable_list', locale), { state: 'open' }),
      list('journal-entries', labelOf('journal_entry_list', locale)),
      list('vat-filings', labelOf('vat_filing_list', locale)),
      list('fiscal-years', labelOf('fiscal_year_list', locale)),
      list('events', labelOf('event_list', locale)),
    )
  }
  return (
    navOf(labelOf('end_customer', locale), [...links, ...statementLinks(place, locale)]) + languagesOf(place, locale)
  )
}

const NAMES_OF_LANGUAGES = ['Deutsch', 'Français', 'Italiano', 'English']

/** The same page in each language. */
function languagesOf({ asked }: PagePlace, locale: Locale): string {
  const links = LOCALES.map((lang, index): Link => {
    const href = query({ ...asked, locale: lang })
    return { href, html: NAMES_OF_LANGUAGES[index] ?? lang, is_current: lang === locale, lang }
  })
  return navOf(wordOf('language', locale), links)
}

/** The statements of a year, where the page is about one. */
function statementLinks(place: PagePlace, locale: Locale): Link[] {
  const { end_customer_id, fiscal_year_id } = place
  if (end_customer_id === undefined || fiscal_year_id === undefined) return []
  const wordFor = wordsIn(locale)
  return STATEMENTS.map((name) => {
    const target = `statements/${name}${query({ end_customer_id, fiscal_year_id })}`
    return link(place, target, escapeHtml(`${wordFor(name.replaceAll('-', '_') as Word)} ${fiscal_year_id}`))
  })
}

function navOf(label: string, links: readonly Link[]): string {
  const items = links.map(
    ({ href, html, is_current, lang }) =>
      `<li><a href="${escapeHtml(href)}"${lang ? ` lang="${lang}" hreflang="${lang}"` : ''}${is_current ? ' aria-current="true"' : ''}>${html}</a></li>`,
  )
  return `<nav aria-label="${label}"><ul>${items.join('')}</ul></nav>\n`
}

function link(place: PagePlace, target: string, html: string): Link {
  return { href: hrefOf(place, target), html }
}

/** Of these a page offers no choice: they say how, and not what. */
const NO_FILTERS = ['format', 'locale']

/** One line of links for each parameter with a few values. */
export function filtersOf(
  { query: { properties = {}, required = [] } }: Pick<ShownRead, 'query'>,
  asked: AskedMembers,
  locale: Locale,
): string {
  const rest = { ...asked, starting_after: undefined, after: undefined }
  const choices = Object.entries(properties).filter(([name, schema]) => schema.enum && !NO_FILTERS.includes(name))
  return choices
    .map(([name, schema]) => choiceOf(name, schema, rest, locale, required.includes(name) ? null : 'all'))
    .join('')
}

/** What a statement may show beside its year. */
const FORMS = ['comparison', 'granularity']

export function formsOf({ properties = {} }: Schema, asked: AskedMembers, locale: Locale): string {
  const choices = Object.entries(properties).filter(([name]) => FORMS.includes(name))
  return choices.map(([name, schema]) => choiceOf(name, schema, asked, locale, 'without')).join('')
}

/** @param none what it is called to say nothing; null where something has to be said */
function choiceOf(
  name: string,
  schema: Schema,
  rest: AskedMembers,
  locale: Locale,
  none: 'all' | 'without' | null,
): string {
  const to = (value: string | undefined, html: string): Link => ({
    href: query({ ...rest, [name]: value }) || '?',
    html,
    is_current: rest[name] === value,
  })
  const values = (schema.enum ?? []).map(String).map((value) => to(value, wordOfChoice(name, value, locale)))
  const links = none === null ? values : [to(undefined, wordOf(name === 'order' ? 'usual' : none, locale)), ...values]
  return `<p class="filter">${labelOf(name, locale)}</p>${navOf(`${wordOf('choice', locale)}: ${escapeHtml(titleOf(name, locale))}`, links)}`
}

/** Some choices are names of members: what a list is ordered by. */
function wordOfChoice(name: string, value: string, locale: Locale): string {
  return wordOfValue(name, value, locale) ?? labelOf(value, locale)
}

/** Of the same thing: what has used it, its file, its lists. A part to which the page itself shows the way is not named twice. */
export function belongingTo(
  { path, below, of_it, lists }: Pick<ShownRead, 'path' | 'below' | 'of_it' | 'lists'>,
  { params }: Pick<ReadRequest<unknown>, 'params'>,
  body: ShownMembers,
  place: PagePlace,
  locale: Locale,
): string {
  const { end_customer_id } = place
  const [, name] = /\/:(\w+)$/.exec(path) ?? []
  if (name === undefined) return ''
  const parts = below.flatMap((its) => {
    const part = its.path.slice(path.length + 1)
    const member = part.replaceAll('-', '_')
    const href = `${encodeURIComponent(params[name] ?? '')}/${part}${query({ end_customer_id })}`
    const isKnown = its.asks.every((asked) => asked === 'end_customer_id' && end_customer_id !== undefined)
    if (!isKnown || (isAddress(member) && member in body)) return []
    return { href: inSameLanguage(place, href), html: escapeHtml(titleOf(member, locale)) }
  })
  const subject = { ...params, end_customer_id }
  const others = lists.map((list) => link(place, addressOfList(list, subject), escapeHtml(titleOfList(list, locale))))
  const asked = { end_customer_id, [name]: params[name] }
  const ofIt = of_it.map((list) => link(place, list.path + query(asked), escapeHtml(titleOf(list.kind, locale))))
  const links = [...parts, ...ofIt, ...others]
  return links.length === 0 ? '' : navOf(wordOf('more', locale), links)
}

/** The link to the page behind this one of a list. */
export function nextPage(
  { operation_id, query: { properties = {} } }: ShownRead,
  body: ShownMembers,
  asked: AskedMembers,
  locale: Locale,
): string {
  if (body.has_more !== true) return ''
  const place = 'after' in properties ? lastNumber(body) : placeBehind(operation_id as ListId, body)
  if (place === undefined || place === null) return ''
  const next = { ...asked, ['after' in properties ? 'after' : 'starting_after']: String(place) }
  return `<p><a rel="next" href="${escapeHtml(query(next))}">${wordOf('next_page', locale)}</a></p>`
}

/** The feed goes on behind the number of an event. */
function lastNumber({ data }: ShownMembers): unknown {
  return (data as ShownMembers[]).at(-1)?.event_number
}
