import { type Db, row, sql } from '../../db/database.ts'

/** A receivable or payable that an entry has opened or moved; what was closed of it is negative. */
export type MovedItem = {
  readonly open_item_id: string
  readonly amount_minor: bigint
  readonly is_opening: boolean
  readonly entry_number: bigint
  readonly posting_date: string
}

/** By id. */
export function findMovedItems(
  db: Db,
  end_customer_id: string,
  journal_entry_id: string,
): Promise<readonly MovedItem[]> {
  return db.any(sql.type(row<MovedItem>())`
    with entry as materialized (
      select entry_number, posting_date from journal_entries
      where end_customer_id = ${end_customer_id} and journal_entry_id = ${journal_entry_id}
    )
    select open_item_id, coalesce(sum(moved.amount_minor), 0)::bigint as amount_minor, bool_or(is_opening) as is_opening,
      entry_number, posting_date
    from (
      select open_item_id, 0 as amount_minor, true as is_opening, entry.entry_number, entry.posting_date
      from entry join open_items using (entry_number)
      where end_customer_id = ${end_customer_id}
      union all
      select open_item_id, amount_minor, false, entry.entry_number, entry.posting_date
      from entry join open_item_changes using (entry_number)
      where end_customer_id = ${end_customer_id}
    ) moved
    group by open_item_id, entry_number, posting_date
    order by open_item_id
  `)
}
