import { type Db, row, sql } from '../../db/database.ts'

/** Bank statements that have one of some bank entries; the others of them repeat days that are known. */
export async function findStatementsWith(db: Db, end_customer_id: string, entry_ids: readonly string[]) {
  if (entry_ids.length === 0) return []
  const rows = await db.any(sql.type(row<{ key: string }>())`
    select distinct import_id || ':' || statement_number as key
    from camt053_statement_entries
    where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
  `)
  return rows.map(({ key }) => key)
}
