import type { OpenItemKind } from '../../contract/open-items/open-items.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Ledger } from './ledger-snapshot.ts'

/** A list of the items of some kinds of an end customer, at the end of a day. */
export type OpenItemsOfDay = {
  readonly end_customer_id: string
  readonly kinds: readonly OpenItemKind[]
  readonly date: string
}

/** What stands above a list; see `header_of_open_items`. */
export type OpenItemHeader = Pick<
  Ledger,
  'name' | 'base_currency' | 'locale' | 'last_entry_number' | 'last_entry_hash'
> & {
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

/** An item as it was opened, with what was open of it; amounts are text. */
export type ListedItem = {
  readonly open_item_id: string
  readonly kind: OpenItemKind
  readonly payment_id: string | null
  readonly partner_name: string
  readonly partner_reference: string | null
  readonly account_code: string
  readonly document_number: string | null
  readonly document_date: string
  readonly due_date: string | null
  readonly payment_reference: string | null
  readonly is_opening: boolean
  readonly currency: string
  readonly amount_minor: string
  readonly base_amount_minor: string
  readonly open_minor: string
  readonly base_open_minor: string
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

type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] | null }

export type OpenItemPage = OpenItemHeader & {
  /** Whether the item before the page is in the list. */
  readonly has_cursor: boolean
  readonly item_count: bigint
  readonly partner_count: bigint
  readonly totals: readonly ItemTotal[]
  readonly partners: readonly PartnerTotal[]
  readonly items: readonly ItemOfPage[]
}

export type Wanted = {
  readonly age_bounds: readonly number[]
  /** The item before the page; null for the first page. */
  readonly after: string | null
  readonly items: number
  /** At least; those of all items come in any case. */
  readonly partners: number
}

const headerColumns = sql.fragment`
  header.name, base_currency, locale, last_entry_number, last_entry_hash, account_codes, accounts, balances
`

export function findOpenItemHeader(db: Db, list: OpenItemsOfDay): Promise<OpenItemHeader | null> {
  return db.maybeOne(sql.type(row<OpenItemHeader>())`
    select ${headerColumns}
    from header_of_open_items(${list.end_customer_id}, ${sql.array(list.kinds, 'text')}, ${list.date}) header
  `)
}

/**
 * A page of items with the totals of all and the ageing by partner; null for an end customer without any data. It is one
 * query, so all of it is of one moment.
 */
export async function findOpenItemPage(db: Db, list: OpenItemsOfDay, wanted: Wanted): Promise<OpenItemPage | null> {
  const kinds = sql.array(list.kinds, 'text')
  const found = await db.maybeOne(sql.type(row<Omit<OpenItemPage, 'items'> & { items: Columns<ItemOfPage> }>())`
    select ${headerColumns}, has_cursor, item_count, partner_count, totals, partners, items
    from header_of_open_items(${list.end_customer_id}, ${kinds}, ${list.date}) header
    cross join lateral page_of_open_items(
      ${list.end_customer_id}, header.account_codes, ${kinds}, ${list.date}, ${sql.array(wanted.age_bounds, 'int4')},
      ${wanted.after}, ${wanted.items}, ${wanted.partners}
    ) page
  `)
  return found && { ...found, items: rowsOf(found.items) }
}

/** Columns as they come from `json_agg`: all of them as long as the first, or null without any row. */
function rowsOf<Row extends object>(columns: Columns<Row>): Row[] {
  const names = Object.keys(columns) as (keyof Row)[]
  const [first] = Object.values(columns) as (readonly unknown[] | null)[]
  return (first ?? []).map((_, index) => {
    const item: Partial<Row> = {}
    for (const name of names) item[name] = columns[name]?.[index] as Row[keyof Row]
    return item as Row
  })
}
