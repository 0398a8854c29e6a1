import { type Db, row, sql } from '../../db/database.ts'

/** Which of some ids are bank entries of an end customer, or what notifications tell it. */
export async function findKnownBankEntries(
  db: Db,
  end_customer_id: string,
  entry_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (entry_ids.length === 0) return new Set()
  const found = await db.anyFirst(sql.type(row<{ entry_id: string }>())`
    select entry_id from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
    union
    select notification_id from camt054_entries
    where end_customer_id = ${end_customer_id} and notification_id = any(${sql.array(entry_ids, 'uuid')})
  `)
  return new Set(found)
}
