import { type Db, row, sql, type Tx } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { STAMPS_TABLE } from '../verify/export.ts'

/** From now on this transaction sees the database as it is at this moment, and changes nothing. */
export async function seeOneMoment(tx: Tx): Promise<void> {
  await tx.query(sql.type(row())`set transaction isolation level repeatable read, read only`)
}

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
      : sql.fragment`its.end_customer_id = ${end_customer_id}`
  await tx.query(sql.type(row())`
    declare moving_rows no scroll cursor for
    select to_jsonb(its)::text as line from ${sql.identifier([table])} its where ${owned} and ${which}
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
