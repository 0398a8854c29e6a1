import { isCurrencyOfAmount } from '../../amounts.ts'
import { namesOfColumns } from '../../css/names-of-columns.ts'
import { escapeHtml } from '../../escape-html.ts'
import { isolated } from '../../isolated.ts'
import { isNamedByFigure } from '../figures-to-do.ts'
import { labelOf, titleOf, wordOf } from '../labels.ts'
import { hrefOf, targetOf } from '../links.ts'
import {
  isAmount,
  isEmpty,
  isMembers,
  namesInOrder,
  type PageContext,
  type ShownMembers,
  shownMember,
} from '../shown-value.ts'
import { columnsInOrder, namingColumn } from './order-of-columns.ts'
import { isOnItsPage, isOnPageOfEntry } from './own-page.ts'

/**
 * Items of a list as a table: a column for each member that any of them has. One piece for each row.
 *
 * @param caption as HTML
 * @param id of the caption; no other element of the page has it
 */
export function* tableOf(
  caption: string,
  items: readonly ShownMembers[],
  context: PageContext,
  id = 'list',
): Generator<string> {
  if (items.length === 0) {
    yield `<p>${wordOf('nothing', context.locale)}</p>`
    return
  }
  const called = calledByName(items, context)
  const is_of_pages = items.every((item) => hasOwnPage(item, context))
  const said = columnsOf(items, context).filter((name) => name !== called)
  const columns = columnsInOrder(said.filter((name) => !(is_of_pages ? isOnItsPage : isOnPageOfEntry)(name, items)))
  const naming = is_of_pages && called === null ? namingColumn(columns) : undefined
  const is_dense = columns.length > MOST_OF_USUAL_SIZE
  const names = escapeHtml(namesOfColumns(columns.map((name) => titleOf(name, context.locale))))
  yield `<div class="wide" role="region" aria-labelledby="${id}" tabindex="0"><table class="stacked${is_dense ? ' dense' : ''}" style="${names}"><caption id="${id}">${caption}</caption>
<thead><tr>${columns.map((name) => `<th scope="col"${alignOf(items, name)}>${labelOf(name, context.locale)}</th>`).join('')}</tr></thead>
<tbody>`
  for (const item of items)
    yield rowOf(item, columns, { called, naming }, { ...context, ...placeOf(item, context), is_row: true })
  yield '</tbody></table></div>'
}

/** A table with more columns is set in smaller letters. Paper has no room for them side by side, so each cell says there what it is. */
const MOST_OF_USUAL_SIZE = 8

/** The id of things that have names and pages: the name leads there, and nobody reads an id beside it. Null for all others. */
function calledByName(items: readonly ShownMembers[], context: PageContext): string | null {
  const [first = {}] = items
  const id = 'id' in first ? 'id' : 'end_customer_id'
  const hasPage = items.every((item) => pageOf(item, context, id) !== null)
  return hasPage && items.some(({ name }) => !isEmpty(name)) ? id : null
}

/** From /v1/ on; null for what has no page of its own. */
function pageOf(item: ShownMembers, context: PageContext, id = 'id'): string | null {
  const value = item[id]
  return typeof value === 'string' ? targetOf(id, value, context) : null
}

/** Others lead to a list that they stand in. */
function hasOwnPage(item: ShownMembers, context: PageContext): boolean {
  return pageOf(item, context)?.includes(`/${item.id}`) ?? false
}

function shownName({ name, ...item }: ShownMembers, id: string, context: PageContext): string {
  const text = String(isEmpty(name) ? item[id] : name)
  const target = targetOf(id, String(item[id]), context) ?? ''
  return `<a href="${escapeHtml(hrefOf(context, target))}">${isolated(text)}</a>`
}

/** A row of several end customers leads to its own. */
function placeOf({ end_customer_id, fiscal_year_id }: ShownMembers, context: PageContext) {
  return {
    end_customer_id: typeof end_customer_id === 'string' ? end_customer_id : context.end_customer_id,
    fiscal_year_id: typeof fiscal_year_id === 'string' ? fiscal_year_id : context.fiscal_year_id,
  }
}

function columnsOf(items: readonly ShownMembers[], { end_customer_id }: PageContext): string[] {
  const names = new Set(items.flatMap((item) => Object.keys(item)))
  const isSaid = (name: string) =>
    name === 'end_customer_id' && end_customer_id !== undefined && items.every((item) => item[name] === end_customer_id)
  return namesInOrder([...names], items).filter(
    (name) =>
      name !== 'object' &&
      !isSaid(name) &&
      !isRepeated(items, name) &&
      !items.every((item) => isEmpty(item[name]) || isCurrencyOfAmount(name, item) || isNamedByFigure(name, item)),
  )
}

/** Some resources say their id twice. */
export function isRepeated(items: readonly ShownMembers[], name: string): boolean {
  return name !== 'id' && name.endsWith('_id') && items.every((item) => item.id !== undefined && item[name] === item.id)
}

function alignOf(items: readonly ShownMembers[], name: string): string {
  return items.some((item) => isAmount(item[name]) || typeof item[name] === 'number') ? ' class="amount"' : ''
}

type RowForm = {
  readonly called: string | null
  /** The column that leads to the page of the row, which may be far to the right as an id. */
  readonly naming: string | undefined
}

function cellOf(name: string, item: ShownMembers, called: string | null, context: PageContext): string {
  return name === 'name' && called !== null ? shownName(item, called, context) : shownMember(name, item, context)
}

/** What is long keeps some width, so that its row has few lines. */
function styleOf(value: unknown): 'amount' | 'text' | 'parts' | null {
  if (isAmount(value) || typeof value === 'number') return 'amount'
  if ((Array.isArray(value) ? value : [value]).some(hasMuch)) return 'parts'
  return typeof value === 'string' && value.length > LONG_TEXT && value.includes(' ') ? 'text' : null
}

const LONG_TEXT = 30
const MANY_MEMBERS = 3
const HASH = 64

function hasMuch(value: unknown): boolean {
  if (!isMembers(value)) return false
  const filled = Object.values(value).filter((member) => !isEmpty(member))
  return filled.length > MANY_MEMBERS || filled.some((member) => typeof member === 'string' && member.length >= HASH)
}

function rowOf(
  item: ShownMembers,
  columns: readonly string[],
  { called, naming }: RowForm,
  context: PageContext,
): string {
  const cells = columns.map((name, index) => {
    const html = cellOf(name, item, called, context)
    const target = name === naming && html !== '' && !html.includes('<a ') ? pageOf(item, context) : null
    const shown = target === null ? html : `<a href="${escapeHtml(hrefOf(context, target))}">${html}</a>`
    if (index === 0 && html !== '') return `<th scope="row">${shown}</th>`
    const style = styleOf(item[name])
    return `<td${style === null ? '' : ` class="${style}"`}>${shown}</td>`
  })
  return `<tr>${cells.join('')}</tr>\n`
}
