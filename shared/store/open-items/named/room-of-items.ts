import type { RoomChange } from '../../../accounting/amounts/day-with-room.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'

/** An amount with the sign of the item. */
export type RoomOfItem = { readonly open_item_id: string; readonly whole_minor: bigint; readonly changes: RoomChange[] }

/**
 * What moved items on which days, and what drafts are about to take of them. None of the items that nothing moved after the
 * day: what is open of them counts.
 */
export async function findRoomOfItems(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
  day: string,
): Promise<readonly RoomOfItem[]> {
  const rows = await db.any(sql.type(row<Omit<RoomOfItem, 'changes'> & RoomChange>())`
    select open_item_id, item.amount_minor as whole_minor, date::text, sum(moved.amount_minor)::bigint as amount_minor
    from ${recordset(
      'named',
      { open_item_id: 'uuid' },
      ids.map((open_item_id) => ({ open_item_id })),
    )}
    join open_items item using (open_item_id)
    cross join lateral (
      select posting_date as date, amount_minor from open_item_changes change
      where change.end_customer_id = ${end_customer_id} and change.open_item_id = item.open_item_id
      union all
      select settlement_date, -draft.amount_minor from supplier_settlements draft
      where draft.end_customer_id = ${end_customer_id} and supplier_payable_id = item.open_item_id and state = 'draft'
      union all
      select posting_date, -line.amount_minor
      from allocation_lines line join allocations draft using (end_customer_id, allocation_id)
      where line.end_customer_id = ${end_customer_id} and line.document_id = item.open_item_id and state = 'draft'
      union all
      -- Of the credit of a payment.
      select posting_date, draft.amount_minor from allocations draft
      where draft.end_customer_id = ${end_customer_id} and draft.payment_id = item.payment_id and state = 'draft'
    ) moved
    where item.end_customer_id = ${end_customer_id} and exists (
      select from open_item_changes later
      where later.end_customer_id = ${end_customer_id} and later.open_item_id = item.open_item_id
        and later.posting_date > ${day}
    )
    group by open_item_id, whole_minor, date
    order by open_item_id, date
  `)
  return [...Map.groupBy(rows, ({ open_item_id }) => open_item_id)].map(([open_item_id, changes]) => ({
    open_item_id,
    whole_minor: changes[0]?.whole_minor ?? 0n,
    changes,
  }))
}
