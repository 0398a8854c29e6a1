import { type Exported, tablesExportedAs } from '../databases/table-rules.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'

/** Stamps are of all ledgers; an export has those that cover its own. */
export const STAMPS_TABLE = 'time_stamps'

/** Those tables of which an export has this that this database has: one of a release of before has fewer. */
export function listTablesExportedAs(db: Db, ...kinds: readonly Exported[]): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ relname: string }>())`
    select relname::text from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and relname = any(${sql.array(tablesExportedAs(...kinds), 'text')})
    order by relname collate "C"
  `)
}

/** The tables whose rows an export has. */
export function listCustomerTables(tx: Tx): Promise<readonly string[]> {
  return listTablesExportedAs(tx, 'rows', 'left behind')
}

/** The rows of one end customer as JSON texts, so that no integer is rounded on the way. Read through a cursor. */
export async function* readRowTexts(tx: Tx, table: string, end_customer_id: string): AsyncGenerator<string> {
  const from = sql.identifier([table])
  const condition =
    table === STAMPS_TABLE
      ? sql.fragment`stamp_id in (select stamp_id from stamped_ledgers where end_customer_id = ${end_customer_id})`
      : sql.fragment`end_customer_id = ${end_customer_id}`
  await tx.query(sql.type(row())`
    declare customer_rows no scroll cursor for
    select to_jsonb(customer_row)::text as line from ${from} customer_row
    where ${condition}
    order by customer_row
  `)
  for (;;) {
    const lines = await tx.anyFirst(sql.type(row<{ line: string }>())`fetch forward 1000 from customer_rows`)
    if (lines.length === 0) break
    yield* lines
  }
  await tx.query(sql.type(row())`close customer_rows`)
}

export type PlaceOfBooks = {
  readonly last_entry_number: string
  readonly last_entry_hash: string
  readonly books_version: string
  readonly last_event_number: string
}

/** Changes with everything that an answer about the books shows: entries, settings, and what has an event. */
export function readPlaceOfBooks(db: Db, end_customer_id: string): Promise<PlaceOfBooks> {
  return db.one(sql.type(row<PlaceOfBooks>())`
    select last_entry_number::text, last_entry_hash, books_version::text,
      coalesce(last_event_number, 0)::text as last_event_number
    from ledger_heads left join event_heads using (end_customer_id)
    where end_customer_id = ${end_customer_id}
  `)
}
