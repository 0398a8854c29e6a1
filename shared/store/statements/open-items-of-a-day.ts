import type { OpenItemKind } from '../../contract/open-items/open-items.ts'
import { type Db, row, sql } from '../db/database.ts'

/** The items of some kinds that stand on some control accounts, at the end of a day. */
export type OpenItemsOfDay = {
  readonly end_customer_id: string
  readonly accounts: readonly string[]
  readonly kinds: readonly OpenItemKind[]
  readonly date: string
}

/** An item of a list, with what was open of it; amounts are text. Pages have it from `open_item_page`. */
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
  readonly source_fact_id: string | null
  readonly journal_entry_id: string
  readonly entry_number: number
  readonly currency: string
  readonly amount_minor: string
  readonly base_amount_minor: string
  readonly open_minor: string
  readonly base_open_minor: string
}

export type ItemTotal = {
  readonly account_code: string
  readonly currency: string
  /** False for items of other kinds that stand on the account. */
  readonly is_listed: boolean
  readonly minor: string
  readonly base_minor: string
}

/** What a partner owes in one currency; the ages are in the base currency. */
export type PartnerTotal = {
  readonly place: number
  readonly name: string
  readonly reference: string | null
  readonly currency: string
  readonly minor: string
  readonly ages: readonly string[]
}

type Parts = {
  /** 1 when the item of the cursor is in the list. */
  cursor: { readonly found: number }
  total: ItemTotal
  /** How much has reached so many of the bounds. */
  ageing: { readonly bucket: number; readonly base_minor: string }
  partner: PartnerTotal
  item: ListedItem
}
type PageRow = { [Part in keyof Parts]: { part: Part; members: Parts[Part] } }[keyof Parts]

export type Wanted = {
  readonly age_bounds: readonly number[]
  /** The item before the page; null for the first page. */
  readonly after: string | null
  readonly items: number
  readonly partners: number
}

/** A page of items with the totals of all and the ageing by partner; see `open_item_page`. */
export async function readOpenItemPage(db: Db, list: OpenItemsOfDay, wanted: Wanted) {
  const rows = await db.any(sql.type(row<PageRow>())`
    select part, members from open_item_page(
      ${list.end_customer_id}, ${sql.array(list.accounts, 'text')}, ${sql.array(list.kinds, 'text')}, ${list.date},
      ${sql.array(wanted.age_bounds, 'int4')}, ${wanted.after}, ${wanted.items}, ${wanted.partners}
    )
  `)
  return {
    has_cursor: partsOf(rows, 'cursor').some(({ found }) => found > 0),
    totals: partsOf(rows, 'total'),
    partners: partsOf(rows, 'partner'),
    ageing: partsOf(rows, 'ageing'),
    items: partsOf(rows, 'item'),
  }
}

function partsOf<Part extends keyof Parts>(rows: readonly PageRow[], part: Part): Parts[Part][] {
  return rows.flatMap((row) => (row.part === part ? [row.members as Parts[Part]] : []))
}

/** The control accounts of these kinds, with the names that the newest chart gives them. */
export function findControlAccounts(db: Db, end_customer_id: string, kinds: readonly OpenItemKind[]) {
  return db.any(sql.type(row<{ account_code: string; account_name: string }>())`
    select account_code, named.account_name
    from (
      select distinct account_code from control_accounts
      where end_customer_id = ${end_customer_id} and kind = any(${sql.array(kinds, 'text')})
    ) control
    cross join lateral (
      select account_name from chart_accounts chart
      where chart.end_customer_id = ${end_customer_id} and chart.account_code = control.account_code
      order by valid_from desc
      limit 1
    ) named
    order by account_code
  `)
}

export type ControlBalance = {
  account_code: string
  currency: string
  /** Debit is positive. */
  amount_minor: string
  base_amount_minor: string
  /** Of lines that are older than open items, and have none. */
  unassigned_minor: string
  unassigned_base_minor: string
}

export function findControlBalances(db: Db, { end_customer_id, accounts, date }: OpenItemsOfDay) {
  return db.any(sql.type(row<ControlBalance>())`
    select account_code, currency, amount_minor, base_amount_minor, unassigned_minor, unassigned_base_minor
    from control_balances_on(${end_customer_id}, ${sql.array(accounts, 'text')}, ${date})
    order by account_code, currency
  `)
}
