import { TABLE_RULES } from '../databases/table-rules.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { copyRows, inOrderOfReferences } from '../import/copied-tables.ts'
import { insertTexts } from '../import/insert-texts.ts'

/** A stamp is of all ledgers: it comes along, and stays. */
const STAYING = 'time_stamps'
/** Recorded for a key of an API client, which it may have used in both databases: the record that is there stays. */
const ANSWERS = 'idempotency_records'
export const MAY_MEET_ITS_LIKE: readonly string[] = [ANSWERS, STAYING]

/** A run sends under a lease, which has to end before it goes on elsewhere; and its subscription may be on its way, too. */
export const COPIED_IN_PAUSE = 'webhook_positions'

/** @param may_be_there rows that have been brought up to date already */
export async function copyMovedRows(
  tx: Tx,
  table: string,
  texts: readonly string[],
  may_be_there = false,
): Promise<void> {
  if (table !== ANSWERS && !may_be_there) return copyRows(tx, table, texts)
  await insertTexts(tx, table, texts, sql.fragment`on conflict do nothing`)
}

/** Every table whose rows come along, each behind those that it refers to. */
export function listMovedTables(db: Db): Promise<string[]> {
  const tables = Object.entries(TABLE_RULES).flatMap(([table, { move }]) =>
    move === 'replicated' || move === 'copied' ? [table] : [],
  )
  return inOrderOfReferences(db, tables)
}

/** The tables that have rows of an end customer when it has moved away, or has not arrived: those behind others first. */
export async function listTablesToEmpty(db: Db): Promise<string[]> {
  const moved = await listMovedTables(db)
  const counted = Object.entries(TABLE_RULES).flatMap(([table, { move }]) => (move === 'counted anew' ? [table] : []))
  return [...counted, ...moved.filter((table) => table !== STAYING).reverse()]
}

/** What a table has of an end customer: the sums are those of two halves of the hash of each row, in whatever order they are. */
export type TableDigest = { count: string; first_half: string; second_half: string }

export function digestOf(
  tx: Tx,
  table: string,
  end_customer_id: string,
  which: Fragment = sql.fragment`true`,
): Promise<TableDigest> {
  return tx.one(sql.type(row<TableDigest>())`
    select count(*)::text as count,
      coalesce(sum(('x' || substr(hash, 1, 16))::bit(64)::bigint::numeric), 0)::text as first_half,
      coalesce(sum(('x' || substr(hash, 17, 16))::bit(64)::bigint::numeric), 0)::text as second_half
    from (
      select encode(sha256(convert_to(to_jsonb(its)::text, 'UTF8')), 'hex') as hash
      from ${sql.identifier([table])} its where end_customer_id = ${end_customer_id} and ${which}
    ) hashed
  `)
}

/** Instants are compared as texts. */
export async function compareInUtc(tx: Tx): Promise<void> {
  await tx.query(sql.type(row())`set local timezone = 'UTC'`)
}

/** @returns how many rows there were, `most` at most; null: all of them */
export async function deleteRows(tx: Tx, table: string, end_customer_id: string, most: number | null): Promise<number> {
  const from = sql.identifier([table])
  const { rowCount } = await tx.query(
    most === null
      ? sql.type(row())`delete from ${from} where end_customer_id = ${end_customer_id}`
      : sql.type(row())`
          delete from ${from}
          where ctid = any(array(select ctid from ${from} where end_customer_id = ${end_customer_id} limit ${most}))
        `,
  )
  return rowCount
}

/** Jobs of an end customer, apart from those that somebody works at. */
export async function deleteJobs(tx: Tx, end_customer_id: string): Promise<void> {
  await tx.query(sql.type(row())`
    delete from pgboss.job where data ->> 'end_customer_id' = ${end_customer_id} and state <> 'active'
  `)
}

/** Subscriptions of the positions of an end customer, by their ids. */
export function listSubscriptionsOf(tx: Tx, end_customer_id: string): Promise<readonly string[]> {
  return tx.anyFirst(sql.type(row<{ subscription_id: string }>())`
    select subscription_id from webhook_positions where end_customer_id = ${end_customer_id}
  `)
}

export async function findSubscriptions(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(
    await tx.anyFirst(sql.type(row<{ subscription_id: string }>())`
      select subscription_id from webhook_subscriptions where subscription_id = any(${sql.array(ids, 'uuid')})
    `),
  )
}
