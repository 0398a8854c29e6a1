import type { Client } from 'pg'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { STAMPS_TABLE } from '../verify/export.ts'

/** Whose rows say which stamps they have. */
const OF_STAMPS = 'stamped_ledgers'

/** Rows of a table that have been written. */
export type WrittenRows = {
  readonly table: string
  /** The columns of their key. */
  readonly columns: readonly string[]
  /** JSON arrays of keys, as many in each as one statement takes. */
  readonly pieces: readonly string[]
}

/** By their tables. */
export type WrittenKeys = ReadonlyMap<string, WrittenRows>

/** Has to be the first query of a transaction that sees one moment. */
export function oldestUnderWay(db: Db): Promise<string> {
  return db.oneFirst(
    sql.type(row<{ oldest: string }>())`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`,
  )
}

type WrittenPiece = { table: string; keys: string }

/**
 * What the end customer of a move has written since a look.
 *
 * @param oldest the oldest transaction that was under way then: what those before have written was seen
 */
export async function listWritten(db: Db, move_id: string, oldest: string): Promise<WrittenKeys> {
  const pieces = await db.any(sql.type(row<WrittenPiece>())`
    select table_name as "table", jsonb_agg(row_key)::text as keys
    from (
      select table_name, row_key, (row_number() over (partition by table_name order by row_key) - 1) / 1000 as piece
      from written_keys
      where move_id = ${move_id} and written_in >= ${oldest}::xid8
      group by table_name, row_key
    ) numbered
    group by table_name, piece
    order by table_name, piece
  `)
  const written = new Map<string, WrittenRows>()
  for (const { table, keys } of pieces)
    written.set(table, {
      table,
      columns: written.get(table)?.columns ?? columnsOf(keys),
      pieces: [...(written.get(table)?.pieces ?? []), keys],
    })
  const ledgers = written.get(OF_STAMPS)
  if (ledgers !== undefined) written.set(STAMPS_TABLE, { ...ledgers, table: STAMPS_TABLE, columns: ['stamp_id'] })
  return written
}

function columnsOf(keys: string): string[] {
  const [first] = JSON.parse(keys) as object[]
  return Object.keys(first ?? {})
}

/** The rows `its` that have one of these keys. */
export function isAmong({ table, columns }: WrittenRows, keys: string): Fragment {
  const names = columns.map((column) => sql.identifier([column]))
  const ours = columns.map((column) => sql.identifier(['its', column]))
  return sql.fragment`
    (${sql.join(ours, sql.fragment`, `)}) in (
      select ${sql.join(names, sql.fragment`, `)} from jsonb_populate_recordset(null::${sql.identifier([table])}, ${keys}::jsonb)
    )
  `
}

/**
 * The columns of the primary key of each table. Where there is none it is those of a unique index that are never null: a key stands for the
 * rows that have it, one or more.
 */
export async function readKeys(owner: Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await owner.query<{ table: string; columns: string[] }>(`
    select distinct on (relname) relname::text as "table", columns
    from pg_index join pg_class on pg_class.oid = indrelid
    cross join lateral (
      select array_agg(attname::text order by attnum) as columns from pg_attribute
      where attrelid = indrelid and attnum = any(indkey) and attnotnull
    ) never_null
    where indisunique and indpred is null and relnamespace = 'public'::regnamespace and columns is not null
    order by relname, indisprimary desc, indexrelid
  `)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

export async function forgetWritten(owner: Client, move_id: string): Promise<void> {
  await owner.query('delete from written_keys where move_id = $1', [move_id])
}
