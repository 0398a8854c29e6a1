import type { ItemWithMemo } from '../../../accounting/vat/consideration/declared-before.ts'
import { type Db, row, sql } from '../../db/database.ts'

type ItemWithMemoRow = ItemWithMemo & { readonly open_item_id: string }

/** Those of some items that have a memo of their tax, by id. The caller holds the ledger. */
export async function findItemsWithMemo(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ItemWithMemo>> {
  const rows = await db.any(sql.type(row<ItemWithMemoRow>())`
    select open_item_id, journal_entry_id, line_number, currency, amount_minor, base_amount_minor as base_minor,
      document_date, posting_date as business_date, tax_lines, (
        select coalesce(-sum(amount_minor), 0)::bigint from open_item_changes change
        where change.end_customer_id = ${end_customer_id} and change.open_item_id = item.open_item_id
      ) as closed_minor
    from open_items item
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(ids, 'uuid')})
      and jsonb_typeof(tax_lines) = 'array'
  `)
  return new Map(rows.map(({ open_item_id, ...item }) => [open_item_id, item]))
}
