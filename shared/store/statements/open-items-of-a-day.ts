import type { OpenItemKind } from '../../contract/open-items/open-items.ts'
import { type Db, row, sql } from '../db/database.ts'

/** The items of some kinds that stand on some control accounts, at the end of a day. */
export type OpenItemsOfDay = {
  readonly end_customer_id: string
  readonly accounts: readonly string[]
  readonly kinds: readonly OpenItemKind[]
  readonly date: string
}

/** What was open of an item of the list; amounts are text. */
type StoodItem = {
  readonly open_item_id: string
  readonly partner_name: string
  readonly partner_reference: string | null
  readonly open_minor: string
  readonly base_open_minor: string
}

/** An item of the list as it was opened, with what was open of it. */
export type ListedItem = StoodItem & {
  readonly kind: OpenItemKind
  readonly payment_id: string | null
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
}

/** The columns of an item that its row has, in the types of ListedItem. */
export const openedItem = sql.fragment`
  item.open_item_id, item.kind, item.payment_id, item.account_code, item.document_number, item.document_date,
    item.due_date, item.payment_reference, item.is_opening, item.source_fact_id, item.journal_entry_id,
    item.entry_number::integer, item.currency, item.amount_minor::text, item.base_amount_minor::text
`

export type ItemTotal = {
  readonly account_code: string
  readonly currency: string
  /** False for items of other kinds that stand on the account. */
  readonly is_listed: boolean
  readonly minor: string
  readonly base_minor: string
  readonly ages: Ages
}

/** What has reached as many of the bounds as the index, in the base currency. */
export type Ages = readonly (string | null)[]

/** What a partner owes in one currency. */
export type PartnerTotal = {
  readonly place: bigint
  readonly name: string
  readonly reference: string | null
  readonly currency: string
  readonly minor: string
  readonly ages: Ages
}

type PageRow = {
  part: 'cursor' | 'total' | 'partner' | 'item'
  /** Of a partner in the list; of the cursor, the number of items that it names. */
  place: bigint
  name: string
  reference: string | null
  account_code: string
  currency: string
  is_listed: boolean
  open_item_id: string
  minor: string
  base_minor: string
} & Record<'age_0' | 'age_1' | 'age_2' | 'age_3' | 'age_4', string | null>

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
    select part, place, name, reference, account_code, currency, is_listed, open_item_id, minor, base_minor, age_0,
      age_1, age_2, age_3, age_4
    from open_item_page(
      ${list.end_customer_id}, ${sql.array(list.accounts, 'text')}, ${sql.array(list.kinds, 'text')}, ${list.date},
      ${sql.array(wanted.age_bounds, 'int4')}, ${wanted.after}, ${wanted.items}, ${wanted.partners}
    )
  `)
  const stood = rows.flatMap(({ part, open_item_id, name, reference, minor, base_minor }): StoodItem[] =>
    part === 'item'
      ? [
          {
            open_item_id,
            partner_name: name,
            partner_reference: reference,
            open_minor: minor,
            base_open_minor: base_minor,
          },
        ]
      : [],
  )
  return {
    has_cursor: rows.some(({ part, place }) => part === 'cursor' && place > 0n),
    totals: rows.filter(({ part }) => part === 'total').map(withAges),
    partners: rows.filter(({ part }) => part === 'partner').map(withAges),
    items: await readOpenedItems(db, list.end_customer_id, stood),
  }
}

function withAges(row: PageRow): PageRow & { readonly ages: Ages } {
  return { ...row, ages: [row.age_0, row.age_1, row.age_2, row.age_3, row.age_4] }
}

async function readOpenedItems(db: Db, end_customer_id: string, stood: readonly StoodItem[]): Promise<ListedItem[]> {
  const ids = stood.map(({ open_item_id }) => open_item_id)
  const opened = await db.any(sql.type(row<Omit<ListedItem, keyof StoodItem> & { open_item_id: string }>())`
    select ${openedItem}
    from open_items item
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(ids, 'uuid')})
  `)
  const byId = new Map(opened.map((item) => [item.open_item_id, item]))
  return stood.flatMap((item) => {
    const found = byId.get(item.open_item_id)
    return found ? [{ ...found, ...item }] : []
  })
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
