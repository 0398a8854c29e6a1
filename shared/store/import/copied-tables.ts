import assert from 'node:assert/strict'
import { publicId } from '../../process/ids.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { listTablesExportedAs, STAMPS_TABLE } from '../verify/export.ts'
import { arrayOf, insertTexts } from './insert-texts.ts'

/** Every table that an import reads in, each behind those that it refers to. */
export async function listTablesInOrder(db: Db): Promise<string[]> {
  return inOrderOfReferences(db, await listTablesExportedAs(db, 'rows', 'entries', 'stamps'))
}

/** Tables, each behind those of them that it refers to. */
export async function inOrderOfReferences(db: Db, tables: readonly string[]): Promise<string[]> {
  const references = await db.any(sql.type(row<{ from: string; to: string }>())`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid
  `)
  return inOrder(tables, references)
}

function inOrder(tables: readonly string[], references: readonly { from: string; to: string }[]): string[] {
  const done: string[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const ready = waiting.filter((table) => references.every(({ from, to }) => from !== table || !waiting.includes(to)))
    assert(ready.length > 0, 'no tables refer to each other in a circle')
    done.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return done
}

/** A table that has rows of this end customer, or null. */
export async function findTableInUse(
  db: Db,
  tables: readonly string[],
  end_customer_id: string,
): Promise<string | null> {
  for (const table of tables.filter((one) => one !== STAMPS_TABLE)) {
    const is_used = await db.oneFirst(sql.type(row<{ is_used: boolean }>())`
      select exists (select from ${sql.identifier([table])} where end_customer_id = ${end_customer_id}) as is_used
    `)
    if (is_used) return table
  }
  return null
}

/**
 * Keeps the triggers from doing once more what they have done: rows that are copied come with all that follows from them. Foreign
 * keys and constraints stay. @param tables that nobody else writes into until the transaction ends
 */
export async function turnTriggersOff(tx: Tx, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await tx.query(sql.type(row())`alter table ${sql.identifier([table])} disable trigger user`)
}

export async function turnTriggersOn(tx: Tx, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await tx.query(sql.type(row())`alter table ${sql.identifier([table])} enable trigger user`)
}

/** Rows of a table as JSON texts; a stamp may be there already, with another ledger that it covers. */
export async function copyRows(tx: Tx, table: string, texts: readonly string[]): Promise<void> {
  if (table !== STAMPS_TABLE) return insertTexts(tx, table, texts)
  await insertTexts(tx, table, texts, sql.fragment`on conflict do nothing`)
  await requireSameStamps(tx, texts)
}

/** The ledger would be of a stamp that says something else. */
async function requireSameStamps(tx: Tx, texts: readonly string[]): Promise<void> {
  const other = await tx.maybeOneFirst(sql.type(row<{ stamp_id: string }>())`
    select stamp.stamp_id
    from jsonb_populate_recordset(null::time_stamps, ${arrayOf(texts)}::jsonb) copied join time_stamps stamp using (stamp_id)
    where to_jsonb(stamp) is distinct from to_jsonb(copied)
    limit 1
  `)
  if (other === null) return
  const stamp = publicId('time_stamp', other)
  throw new Error(`${stamp} is there already and says something else than in the export, so nothing was imported.`)
}

/** How many migrations a database has. */
export function countMigrations(db: Db): Promise<number> {
  return db.oneFirst(sql.type(row<{ count: number }>())`select count(*)::integer as count from schema_migrations`)
}
