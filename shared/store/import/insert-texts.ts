import { type Db, row, sql, type Tx } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'

/** The columns of a table as this database has them. */
export async function columnsOf(db: Db, table: string): Promise<Fragment> {
  const names = await db.anyFirst(sql.type(row<{ name: string }>())`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by attnum
  `)
  const columns = names.map((name) => sql.identifier([name]))
  return sql.fragment`${sql.join(columns, sql.fragment`, `)}`
}

/** Inserts rows that are JSON texts, so that no integer is rounded on the way. @param unless such as on conflict do nothing */
export async function insertTexts(
  tx: Tx,
  table: string,
  texts: readonly string[],
  unless: Fragment = sql.fragment``,
): Promise<void> {
  const [into, columns] = [sql.identifier([table]), await columnsOf(tx, table)]
  await tx.query(sql.type(row())`
    insert into ${into} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${into}, ${arrayOf(texts)}::jsonb)
    ${unless}
  `)
}

export function arrayOf(texts: readonly string[]): string {
  return `[${texts.join(',')}]`
}
