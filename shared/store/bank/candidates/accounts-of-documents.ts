import { type Db, row, sql } from '../../db/database.ts'
import { ibanOfDocument } from '../../open-items/named/compacted.ts'

/** The accounts that the documents of these open items say, by the ids of the items. */
export async function findAccountsOfDocuments(
  db: Db,
  end_customer_id: string,
  open_item_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (open_item_ids.length === 0) return new Map()
  const found = await db.any(sql.type(row<{ open_item_id: string; iban: string | null }>())`
    select open_item_id, ${ibanOfDocument('item')} as iban
    from open_items item
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(open_item_ids, 'uuid')})
  `)
  return new Map(found.flatMap(({ open_item_id, iban }) => (iban === null ? [] : [[open_item_id, iban]])))
}
