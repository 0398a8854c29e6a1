import { publicId } from '../../../process/ids.ts'
import { sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'

/** A draft that has reserved a part of an item or payment: an allocation or a settlement that is not booked. */
export type DraftOnItem = {
  readonly kind: 'payment_allocation' | 'supplier_payable_settlement'
  readonly id: string
}

const MOST_NAMED = 5

/** The first few drafts on a document or payable, and one more, as a column. No draft is looked for where none can be. */
export function draftsOnItem(item: Fragment): Fragment {
  return firstOf(sql.fragment`
    select 'payment_allocation' as kind, allocation_id as id
    from allocation_lines line
    -- sql.md: lateral limit 1
    cross join lateral (
      select state from allocations
      where allocations.end_customer_id = line.end_customer_id and allocations.allocation_id = line.allocation_id
      limit 1
    ) allocation
    where line.end_customer_id = ${item}.end_customer_id and line.document_id = ${item}.open_item_id and state = 'draft'
    union all
    select 'supplier_payable_settlement', settlement_id from supplier_settlements
    where supplier_settlements.end_customer_id = ${item}.end_customer_id
      and supplier_payable_id = ${item}.open_item_id and state = 'draft'
  `)
}

/** The first few drafts that use a payment, and one more, as a column. */
export function draftsOnPayment(payment: Fragment): Fragment {
  return firstOf(sql.fragment`
    select 'payment_allocation' as kind, allocation_id as id from allocations
    where allocations.end_customer_id = ${payment}.end_customer_id and allocations.payment_id = ${payment}.payment_id
      and state = 'draft'
  `)
}

/** The ids of drafts as clients see them; of many the first few. */
export function presentDrafts(drafts: readonly DraftOnItem[]): string[] {
  const named = drafts.slice(0, MOST_NAMED).map(({ kind, id }) => publicId(kind, id))
  return drafts.length > MOST_NAMED ? [...named, 'and others'] : named
}

function firstOf(drafts: Fragment): Fragment {
  return sql.fragment`(
    select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'id', id)), '[]')
    from (select kind, id from (${drafts}) draft order by id limit ${MOST_NAMED + 1}) first
  )`
}
