import type { Money } from '../../../shared/contract/primitives.ts'
import type { Locale } from '../../../shared/contract/setup/settings.ts'
import { FIRST_DAY } from '../../../shared/contract/vat/registrations.ts'
import { amountAmong, isCurrencyOfAmount, minorOf, percent, swiss } from '../amounts.ts'
import { escapeHtml } from '../escape-html.ts'
import { isolated } from '../isolated.ts'
import { swissDate } from '../swiss-date.ts'
import { isNamedByFigure, targetOfFigure } from './figures-to-do.ts'
import { labelOf, wordOf } from './labels.ts'
import { addressIn, hrefOf, ID, type PagePlace, targetOf } from './links.ts'
import { shownMessage } from './messages.ts'
import { wordOfValue } from './words/words-of-values.ts'

export type ShownMembers = Readonly<Record<string, unknown>>
export type PageContext = PagePlace & {
  readonly locale: Locale
  /** It stands in a row of a list, which has little room. */
  readonly is_row?: boolean
}

/** So many elements of a list stand in one cell; its own page has all. */
const SHOWN = 20
/** The same of objects in a row. What stands in the way of something is shown whole. */
const SHOWN_IN_ROW = 2
const SHOWN_WHOLE = ['blockers', 'warnings']
/** What people know a payment by, or ask of the mappings of an account; their own pages have all else. */
const SAID_IN_ROWS: Readonly<Record<string, readonly string[]>> = {
  mappings: ['mapping_key', 'valid_from', 'valid_to'],
  transaction_details: [
    ...['debtor_name', 'ultimate_debtor_name', 'creditor_name', 'ultimate_creditor_name', 'creditor_refs'],
    ...['referred_documents', 'unstructured', 'additional_remittance', 'return_reason'],
  ],
}
/** Members whose values are for programs. */
const AS_THEY_ARE = ['mapping_key', 'leaf']
/** The end of an id tells it from others of its list. */
const SHORT_ID = 8

/** A member of an answer as HTML, by its kind: amount, date, id, text, list. */
export function shownValue(name: string, value: unknown, context: PageContext): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return wordOf(value ? 'yes' : 'no', context.locale)
  if (typeof value === 'string') return textOf(name, value, context)
  if (Array.isArray(value)) return listOf(name, value, context)
  if (isAmount(value)) return amountOf(value)
  if (typeof value === 'number' && name.endsWith('_bp')) return percent(value)
  // A number may be written as text beyond 2^53.
  if (typeof value === 'number' || isNumberAsText(value)) return JSON.stringify(value)
  return objectOf(value as ShownMembers, context)
}

const { isRawJSON: isNumberAsText } = JSON as unknown as { isRawJSON(value: unknown): boolean }

/** Asked of every member several times, so it copies none. */
export function isAmount(value: unknown): value is Money {
  if (value === null || typeof value !== 'object') return false
  const { amount_minor, currency } = value as Partial<Money>
  return amount_minor !== undefined && typeof currency === 'string' && Object.keys(value).length === 2
}

/** Whether it takes a line or less: it stands beside its label, and not under a heading. */
export function isShort(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((element) => element === null || typeof element !== 'object')
  return !isMembers(value) || isAmount(value) || isReference(value)
}

export function isMembers(value: unknown): value is ShownMembers {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !isNumberAsText(value)
}

export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return (
    isMembers(value) &&
    !isAmount(value) &&
    Object.entries(value).every(([name, one]) => name === 'object' || isEmpty(one))
  )
}

/** Those that have something to show. */
export function filledMembers(members: ShownMembers): (readonly [name: string, value: unknown])[] {
  return namesInOrder(Object.keys(members), [members])
    .map((name) => [name, members[name]] as const)
    .filter(
      ([name, value]) =>
        name !== 'object' &&
        !isEmpty(value) &&
        !(name === 'has_more' && value === false) &&
        !isNamedByFigure(name, members) &&
        !isCurrencyOfAmount(name, members),
    )
}

/** What has words in each language stands before the message of a code, which has none. */
export function namesInOrder(names: readonly string[], items: readonly ShownMembers[]): readonly string[] {
  if (!names.includes(MESSAGE) || !items.some(hasCode)) return names
  return [...names.filter((name) => name !== MESSAGE), MESSAGE]
}

/** A member among its siblings: the message of a code is one of the interface, any other is a text of somebody. */
export function shownMember(name: string, members: ShownMembers, context: PageContext): string {
  const value = amountAmong(name, members) ?? members[name]
  if (name === MESSAGE && typeof value === 'string' && hasCode(members))
    return shownMessage(value, context, context.locale)
  const html = shownValue(name, value, context)
  const target = targetOfFigure(name, members, context)
  return target === null ? html : `<a class="figure" href="${escapeHtml(hrefOf(context, target))}">${html}</a>`
}

const MESSAGE = 'message'

function hasCode({ code }: ShownMembers): boolean {
  return typeof code === 'string'
}

/** `{ object, id }`: what a link stands for. */
function isReference(members: ShownMembers): boolean {
  return typeof members.object === 'string' && members.id !== undefined && Object.keys(members).length === 2
}

function amountOf(money: Money): string {
  return `<span class="amount">${swiss(minorOf(money), money.currency)} ${escapeHtml(money.currency)}</span>`
}

function textOf(name: string, value: string, context: PageContext): string {
  if (value === FIRST_DAY) return wordOf('ever', context.locale)
  if (/^\d{4}-\d\d-\d\d$/.test(value) && /(?:date|day|_on|_from|_to|_end|_start|through)$/.test(name))
    return `<time datetime="${value}">${swissDate(value)}</time>`
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)[\d.]*Z$/.exec(value) ?? []
  if (day && time) return `<time datetime="${value}">${swissDate(day)} ${time} UTC</time>`
  const word = wordOfValue(name, value, context.locale)
  if (word !== null) return word
  if (name === 'pointer') return placeIn(value, context.locale)
  if (AS_THEY_ARE.includes(name)) return `<code>${isolated(value)}</code>`
  const address = addressIn(name, value)
  if (address !== null) return `<a href="${escapeHtml(hrefOf(context, address))}">${labelOf(name, context.locale)}</a>`
  const target = targetOf(name, value, context)
  const href = target === null ? null : escapeHtml(hrefOf(context, target))
  if (context.is_row && ID.test(value)) return shortId(value, href)
  const text = /^[0-9a-f]{64}$/.test(value) ? `<code>${value}</code>` : isolated(value)
  return href === null ? text : `<a href="${href}">${text}</a>`
}

/** Three lines of an id say no more of a row than its end; the title has all of it. */
function shortId(id: string, href: string | null): string {
  const end = `…${id.slice(-SHORT_ID)}`
  return href === null
    ? `<span class="id" title="${id}">${end}</span>`
    : `<a class="id" href="${href}" title="${id}">${end}</a>`
}

/** The member that a pointer names, in words and as the interface calls it. */
function placeIn(pointer: string, locale: Locale): string {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  const code = `<code>${isolated(pointer)}</code>`
  return /^[a-z_]+$/.test(name) ? `${labelOf(name, locale)} (${code})` : code
}

function listOf(name: string, values: readonly unknown[], context: PageContext): string {
  if (values.length === 0) return ''
  const most = context.is_row && values.some(isMembers) && !SHOWN_WHOLE.includes(name) ? SHOWN_IN_ROW : SHOWN
  const parts = context.is_row ? SAID_IN_ROWS[name] : undefined
  const shown = values.slice(0, most).map((value) => (parts && isMembers(value) ? only(parts, value) : value))
  const items = shown.filter((value) => !isEmpty(value)).map((value) => `<li>${shownValue(name, value, context)}</li>`)
  const rest = values.length - most
  return `<ul${values.some(isMembers) ? '' : ' class="words"'}>${items.join('')}${rest > 0 ? `<li>+ ${rest}</li>` : ''}</ul>`
}

function only(names: readonly string[], members: ShownMembers): ShownMembers {
  return Object.fromEntries(names.filter((name) => name in members).map((name) => [name, members[name]]))
}

function objectOf(members: ShownMembers, context: PageContext): string {
  if (isReference(members)) return shownValue(String(members.object), members.id, context)
  const parts = filledMembers(members).map(
    ([name]) => `${labelOf(name, context.locale)}: ${shownMember(name, members, context)}`,
  )
  return parts.map((part) => `<span class="part">${part}</span>`).join(' ')
}
