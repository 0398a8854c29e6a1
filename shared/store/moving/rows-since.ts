import { type Db, row, sql, type Tx } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { STAMPS_TABLE } from '../verify/export.ts'

/** Transactions of a database, as texts. */
export type Since = {
  /** The oldest one that was under way at a look: rows of those before were seen. */
  readonly oldest: string
  /** Behind the newest one of now. */
  readonly next: string
}

/** From now on this transaction sees the database as it is at this moment, and changes nothing. */
export async function seeOneMoment(tx: Tx): Promise<void> {
  await tx.query(sql.type(row())`set transaction isolation level repeatable read, read only`)
}

/** Has to be the first query of a transaction that sees one moment. */
export function oldestUnderWay(tx: Tx): Promise<string> {
  return tx.oneFirst(
    sql.type(row<{ oldest: string }>())`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`,
  )
}

export async function sinceThen(db: Db, oldest: string): Promise<Since> {
  const next = await db.oneFirst(sql.type(row<{ next: string }>())`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next
  `)
  return { oldest, next }
}

/**
 * Rows that may have been written since that look. Transactions are counted without an end, and a row has the last 32 bits of that
 * number: one that was frozen long ago may look new, and is copied once more in vain.
 */
export function writtenSince({ oldest, next }: Since): Fragment {
  return sql.fragment`
    ((${next}::bigint - its.xmin::text::bigint) % 4294967296 + 4294967296) % 4294967296
      <= ${next}::bigint - ${oldest}::bigint
  `
}

/** Rows that this transaction has written. */
export const WRITTEN_NOW = sql.fragment`its.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296`

/** A row may have a megabyte of a bank statement, so the first piece has few. */
const FEW = 20
const LARGE = 2_000

/** Rows as JSON texts, so that no integer is rounded on the way. One table at a time. */
export async function* rowsAsTexts(
  tx: Tx,
  table: string,
  end_customer_id: string,
  which: Fragment = sql.fragment`true`,
): AsyncGenerator<readonly string[]> {
  const owned =
    table === STAMPS_TABLE
      ? sql.fragment`its.stamp_id in (select stamp_id from stamped_ledgers where end_customer_id = ${end_customer_id})`
      : sql.fragment`its.end_customer_id = ${end_customer_id} and ${which}`
  await tx.query(sql.type(row())`
    declare moving_rows no scroll cursor for
    select to_jsonb(its)::text as line from ${sql.identifier([table])} its where ${owned}
  `)
  for (let isLarge = true; ; ) {
    const lines: readonly string[] = await tx.anyFirst(
      isLarge
        ? sql.type(row<{ line: string }>())`fetch forward 20 from moving_rows`
        : sql.type(row<{ line: string }>())`fetch forward 1000 from moving_rows`,
    )
    if (lines.length > 0) yield lines
    if (lines.length < (isLarge ? FEW : 1_000)) break
    isLarge = lines.some((line) => line.length > LARGE)
  }
  await tx.query(sql.type(row())`close moving_rows`)
}

export function countRows(db: Db, table: string, end_customer_id: string): Promise<string> {
  return db.oneFirst(sql.type(row<{ count: string }>())`
    select count(*)::text as count from ${sql.identifier([table])} where end_customer_id = ${end_customer_id}
  `)
}

export type WrittenRows = { count: string; newer: string }

/** How many rows there are, and how many of them are newer. */
export function countWritten(db: Db, table: string, end_customer_id: string, which: Fragment): Promise<WrittenRows> {
  return db.one(sql.type(row<WrittenRows>())`
    select count(*)::text as count, count(*) filter (where ${which})::text as newer
    from ${sql.identifier([table])} its where end_customer_id = ${end_customer_id}
  `)
}
