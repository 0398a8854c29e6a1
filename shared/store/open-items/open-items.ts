import type { OpenItemKind, OpenItemSide, OpenItemState } from '../../contract/open-items/open-items.ts'
import type { Json } from '../../contract/schema.ts'
import { type Db, row, sql } from '../db/database.ts'
import { type Fragment, keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { isOnSide } from './open-item-sides.ts'
import { openedBy } from './open-items-of-facts.ts'
import { type OrderedNow, orderedNow } from './ordered-now.ts'

export type OpenItemRow = {
  end_customer_id: string
  open_item_id: string
  kind: OpenItemKind
  /** Null for credit that a payment left. */
  source_fact_id: string | null
  journal_entry_id: string
  account_code: string
  partner_name: string
  partner_reference: string | null
  document_number: string | null
  document_date: string
  due_date: string | null
  payment_reference: string | null
  currency: string
  base_currency: string
  amount_minor: bigint
  open_amount_minor: bigint
  base_amount_minor: bigint
  base_open_amount_minor: bigint
  state: OpenItemState
  is_opening: boolean
  tax_lines: Json
  created_at: string
  /** Null for items of customers. */
  ordered: OrderedNow | null
}

const ORDERED = { supplier_payable: orderedNow, document: sql.fragment`null::jsonb` } as const

const openItems = (side: OpenItemSide) => sql.fragment`
  select item.end_customer_id, open_item_id, kind, source_fact_id, journal_entry_id, account_code, partner_name,
    partner_reference, document_number, document_date, due_date, payment_reference, currency, base_currency,
    amount_minor, open_amount_minor, base_amount_minor, base_open_amount_minor, state, is_opening, tax_lines,
    item.created_at, ${ORDERED[side]} as ordered
  from open_items item join end_customers using (end_customer_id)
`

export function findOpenItem(db: Db, side: OpenItemSide, open_item_id: string, visible: Visibility) {
  return db.maybeOne(sql.type(row<OpenItemRow>())`
    ${openItems(side)}
    where open_item_id = ${open_item_id} and ${isOnSide(side)}
      and ${visibleTo(visible, sql.fragment`item.end_customer_id`)}
  `)
}

export type OpenItemQuery = {
  readonly end_customer_id: string
  readonly state?: OpenItemState
  readonly due_before?: string
  readonly partner_reference?: string
  readonly document_number?: string
  readonly payment_reference?: string
  readonly source_fact_id: string | null
  readonly limit: number
}

/** Oldest first. */
export async function listOpenItems(
  db: Db,
  side: OpenItemSide,
  query: OpenItemQuery,
  after: string | null,
): Promise<Page<OpenItemRow>> {
  const is_found = query.state === 'open' && (await isLittleOpen(db, query.end_customer_id))
  return listPage<OpenItemRow>(
    db,
    sql.fragment`
    ${openItems(side)}
    ${keysetPage({
      conditions: [
        sql.fragment`item.end_customer_id = ${query.end_customer_id}`,
        isOnSide(side),
        query.state && sql.fragment`state = ${query.state}`,
        is_found && isUnclosed(side, query.end_customer_id),
        query.due_before && isDueBefore(side, query.end_customer_id, query.due_before),
        query.partner_reference && sql.fragment`partner_reference = ${query.partner_reference}`,
        query.document_number && sql.fragment`document_number = ${query.document_number}`,
        query.payment_reference && sql.fragment`payment_reference = ${query.payment_reference}`,
        query.source_fact_id && openedBy(query.end_customer_id, query.source_fact_id),
      ],
      key: 'open_item_id',
      after,
      limit: query.limit + 1,
    })}
  `,
    query.limit,
  )
}

const CLAIMS = {
  supplier_payable: sql.fragment`'payable'`,
  document: sql.fragment`'receivable'`,
} as const satisfies Record<OpenItemSide, object>

/** So many are found by their index and sorted for a page. Where more is open, the items of a page are soon met in their order. */
const LITTLE = 2_000

async function isLittleOpen(db: Db, end_customer_id: string): Promise<boolean> {
  const open = await db.oneFirst(sql.type(row<{ open: number }>())`
    select count(*)::integer as open from (
      select from open_items where end_customer_id = ${end_customer_id} and closed_on is null limit ${LITTLE + 1}
    ) unclosed
  `)
  return open <= LITTLE
}

/** What has an open amount has no day on which it was closed; so whatever is settled is not read. */
function isUnclosed(side: OpenItemSide, end_customer_id: string): Fragment {
  return sql.fragment`open_item_id = any(array(
    select unclosed.open_item_id from open_items unclosed
    where unclosed.end_customer_id = ${end_customer_id} and unclosed.closed_on is null and ${isOnSide(side)}
      and unclosed.state = 'open'
  ))`
}

/** As the list of end customers counts them, from the same index: whatever is settled is not read. */
function isDueBefore(side: OpenItemSide, end_customer_id: string, day: string): Fragment {
  return sql.fragment`open_item_id = any(array(
    select due.open_item_id from open_items due
    where due.end_customer_id = ${end_customer_id} and due.kind = ${CLAIMS[side]} and due.closed_on is null
      and due.amount_minor > 0 and due.open_amount_minor > 0 and coalesce(due.due_date, due.document_date) < ${day}
  ))`
}
