import { type Db, row, sql } from '../db/database.ts'

/** Those of the items that are money whose tax is declared already. */
export async function findTaxedAdvances(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await db.anyFirst(sql.type(row<{ open_item_id: string }>())`
    select open_item_id from open_items
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(ids, 'uuid')})
      and is_taxed_advance(end_customer_id, open_item_id)
  `)
  return new Set(found)
}
