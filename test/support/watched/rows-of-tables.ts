import { row, sql } from '../../../shared/store/db/database.ts'
import { service } from '../service.ts'

/** What workers keep of it by themselves, sooner or later. */
const KEPT_BY_WORKERS = '(_totals|^partner_names|^end_customer_figures|^webhook_positions|^webhook_attempts)$'

/** How many rows of an end customer every table has that names one, and how many idempotency records there are at all. */
export async function rowsOfTables(end_customer_id: string): Promise<Record<string, bigint>> {
  const { owner } = service()
  const tables = await owner.anyFirst(sql.type(row<{ table_name: string }>())`
    select table_name::text from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'end_customer_id' and table_type = 'BASE TABLE'
      and table_name !~ ${KEPT_BY_WORKERS}
    order by table_name
  `)
  const counts: Record<string, bigint> = {}
  for (const table of tables)
    counts[table] = await owner.oneFirst(sql.type(row<{ count: bigint }>())`
      select count(*) from ${sql.identifier([table])} where end_customer_id = ${end_customer_id}
    `)
  counts.idempotency_records = await owner.oneFirst(sql.type(row<{ count: bigint }>())`
    select count(*) from idempotency_records
  `)
  return counts
}
