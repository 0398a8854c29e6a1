import type { OpenItemKind } from '../../contract/open-items/open-items.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import type { Ledger } from './ledger-snapshot.ts'
import { type ListedItem, type ListedTexts, listedItemOf, unlessDash, VALUES_OF_ITEM } from './listed-item.ts'

/** A list of the items of some kinds of an end customer, at the end of a day. */
export type OpenItemsOfDay = {
  readonly end_customer_id: string
  readonly kinds: readonly OpenItemKind[]
  readonly date: string
}

/** What stands above a list; see `header_of_open_items`. */
export type OpenItemHeader = Pick<Ledger, 'name' | 'base_currency' | 'locale' | 'last_entry_number'> & {
  /** The last entry that the list rests on: in a closed year that of its close. */
  readonly position_number: bigint
  readonly position_hash: string
  readonly account_codes: readonly string[]
  readonly accounts: readonly { readonly account_code: string; readonly account_name: string }[]
  readonly balances: readonly ControlBalance[]
}

export type ControlBalance = {
  readonly account_code: string
  readonly currency: string
  /** Debit is positive. */
  readonly amount_minor: string
  readonly base_amount_minor: string
  /** Of lines that are older than open items, and have none. */
  readonly unassigned_minor: string
  readonly unassigned_base_minor: string
}

/** With what has opened it. */
export type ItemOfPage = ListedItem & { readonly source_fact_id: string | null; readonly journal_entry_id: string }

/** What has reached as many of the bounds as the index, in the base currency; null for nothing. */
export type Ages = readonly (string | null)[]

export type ItemTotal = {
  readonly account_code: string
  readonly currency: string
  /** False for items of other kinds that stand on the account. */
  readonly is_listed: boolean
  readonly minor: string
  readonly ages: Ages
}

/** What a partner owes in one currency. */
export type PartnerTotal = {
  /** Of the partner in the list; the first has 1. */
  readonly place: number
  readonly name: string
  readonly reference: string | null
  readonly currency: string
  readonly minor: string
  readonly ages: Ages
}

/** As they come from `json_agg`: all of them as long as the first, or null without any row. */
type ItemColumns = { readonly [Name in keyof ListedTexts]: readonly ListedTexts[Name][] | null } & {
  readonly blankless: readonly string[] | null
}

export type OpenItemPage = OpenItemHeader & {
  /** How many items of the list the one before the page may be. */
  readonly cursor_items: bigint
  /** Whether the order may have changed around the place of the page since that item was seen. */
  readonly has_moved: boolean
  /** `known_by` of the last item but one, where the page has all that were asked for. */
  readonly next_known_by: string | null
  readonly item_count: bigint
  readonly partner_count: bigint
  readonly totals: readonly ItemTotal[]
  readonly partners: readonly PartnerTotal[]
  readonly items: readonly ItemOfPage[]
}

/** An item as a page has shown it; it need not be in the list any more. */
export type SeenItem = {
  readonly open_item_id: string
  /** An item with the name under which the list knew its partner. */
  readonly known_by: string
  /** The last entry of the ledger then. */
  readonly seen_through: bigint
}

/** An item of the list by the id that clients see: its own, or that of the payment whose credit it is. */
export type ShownItem = { readonly shown_id: string }

export type Wanted = {
  readonly age_bounds: readonly number[]
  /** The item before the page; null for the first page. */
  readonly after: SeenItem | ShownItem | null
  /** One more than the page has: it shows whether there is another page. */
  readonly items: number
  /** At least; those of all items come in any case. */
  readonly partners: number
}

/** What stands above a list; a closed year says of its days what it has kept. */
const headerColumns = sql.fragment`
  case when closed.entry_number is null then header.name else closed.name end as name, base_currency,
  coalesce(closed.locale, header.locale) as locale, last_entry_number,
  coalesce(closed.entry_number, last_entry_number) as position_number,
  coalesce(closed.entry_hash, last_entry_hash) as position_hash,
  coalesce(closed.account_codes, header.account_codes) as account_codes,
  coalesce(closed.accounts, header.accounts) as accounts, balances
`

function headerOf({ end_customer_id, kinds, date }: OpenItemsOfDay): Fragment {
  const arguments_ = sql.fragment`${end_customer_id}, ${sql.array(kinds, 'text')}, ${date}`
  return sql.fragment`
    header_of_open_items(${arguments_}) header
    left join lateral header_of_closed_day(${arguments_}) closed on true
  `
}

export function findOpenItemHeader(db: Db, list: OpenItemsOfDay): Promise<OpenItemHeader | null> {
  return db.maybeOne(sql.prepared('open_item_header', row<OpenItemHeader>())`
    select ${headerColumns}
    from ${headerOf(list)}
  `)
}

/**
 * A page of items with the totals of all and the ageing by partner; null for an end customer without any data. It is one
 * query, so all of it is of one moment.
 */
export async function findOpenItemPage(db: Db, list: OpenItemsOfDay, wanted: Wanted): Promise<OpenItemPage | null> {
  const kinds = sql.array(list.kinds, 'text')
  const [after, known_by, seen_through] = placeOf(wanted.after)
  const found = await db.maybeOne(sql.prepared(
    'open_item_page',
    row<Omit<OpenItemPage, 'items'> & { items: ItemColumns }>(),
  )`
    select ${headerColumns}, cursor_items, has_moved, next_known_by, item_count, partner_count, totals, partners, items
    from ${headerOf(list)}
    cross join lateral open_items_behind(
      ${list.end_customer_id}, coalesce(closed.account_codes, header.account_codes), ${kinds}, ${list.date}, ${sql.array(wanted.age_bounds, 'int4')},
      ${after}, ${known_by}, ${seen_through}, ${wanted.items}, ${wanted.partners}
    ) page
  `)
  return found && { ...found, items: itemsOf(found.items) }
}

function placeOf(after: Wanted['after']): readonly [string | null, string | null, bigint | null] {
  if (after === null) return [null, null, null]
  return 'shown_id' in after ? [after.shown_id, null, null] : [after.open_item_id, after.known_by, after.seen_through]
}

function itemsOf(columns: ItemColumns): ItemOfPage[] {
  return (columns.blankless ?? []).map((blankless, index) => {
    const values = blankless.split(' ')
    const [source_fact_id = '-', journal_entry_id = ''] = values.slice(VALUES_OF_ITEM)
    const texts = {
      partner_name: columns.partner_name?.[index] ?? '',
      partner_reference: columns.partner_reference?.[index] ?? null,
      account_code: columns.account_code?.[index] ?? '',
      document_number: columns.document_number?.[index] ?? null,
      payment_reference: columns.payment_reference?.[index] ?? null,
    }
    return { ...listedItemOf(texts, values), source_fact_id: unlessDash(source_fact_id), journal_entry_id }
  })
}
