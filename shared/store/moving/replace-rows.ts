import { type Db, row, sql, type Tx } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { arrayOf, columnsOf, identifiers } from '../import/insert-texts.ts'
import type { WrittenRows } from './written-keys.ts'

/** Tables with rows that others refer to. */
export async function listReferredTables(db: Db): Promise<ReadonlySet<string>> {
  return new Set(
    await db.anyFirst(sql.type(row<{ name: string }>())`
      select distinct relname::text as name from pg_constraint join pg_class on pg_class.oid = confrelid
      where contype = 'f' and connamespace = current_schema()::regnamespace
    `),
  )
}

/** Older versions of rows go before any newer one comes, as one of them may have what is there once. */
export async function deleteAmong(tx: Tx, { table, columns, pieces }: WrittenRows): Promise<void> {
  const from = sql.identifier([table])
  for (const keys of pieces)
    await tx.query(sql.type(row())`
      delete from ${from} its using jsonb_populate_recordset(null::${from}, ${keys}::jsonb) newer
      where ${isSame(columns)}
    `)
}

/** Has the rows that are there be as the newer versions. */
export async function updateLike(
  tx: Tx,
  table: string,
  key: readonly string[],
  texts: readonly string[],
): Promise<void> {
  const into = sql.identifier([table])
  const columns = await columnsOf(tx, table)
  await tx.query(sql.type(row())`
    update ${into} its set (${identifiers(columns)}) = row (${identifiersOf('newer', columns)})
    from jsonb_populate_recordset(null::${into}, ${arrayOf(texts)}::jsonb) newer
    where ${isSame(key)}
  `)
}

function isSame(key: readonly string[]): Fragment {
  const same = key.map((column) => sql.fragment`its.${sql.identifier([column])} = newer.${sql.identifier([column])}`)
  return sql.fragment`${sql.join(same, sql.fragment` and `)}`
}

function identifiersOf(alias: string, columns: readonly string[]): Fragment {
  return sql.fragment`${sql.join(
    columns.map((column) => sql.identifier([alias, column])),
    sql.fragment`, `,
  )}`
}
