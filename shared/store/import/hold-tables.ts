import { setTimeout as sleep } from 'node:timers/promises'
import { type Pool, row, sql, type Tx } from '../db/database.ts'

/** PostgreSQL looks for a circle of waiting transactions after a second, and ends one of them: ours gives way before. */
const PATIENCE = '500ms'
const REST_MS = 500
const MOST_TRIES = 60
/** A try takes many tables, each within our patience. */
const LONGEST_TRY = '10s'
/** PostgreSQL ends a vacuum of its own that somebody has waited for as long as it takes to look for a circle. */
const PATIENCE_WITH_VACUUM = '3s'

/**
 * Runs a transaction while nobody else writes into these tables; they are read meanwhile. Others take them in orders of their
 * own, so a table that is not free soon makes the transaction let go of all it has, and begin again.
 *
 * @throws Error with one sentence where others do not stop writing
 */
export async function inHeldTables(
  pool: Pool,
  tables: readonly string[],
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await pool.transaction(async (tx) => {
        await hold(tx, tables)
        await work(tx)
      }, 0)
    } catch (error) {
      if (!(error instanceof NotFreeError)) throw error
      if (tries === MOST_TRIES)
        throw new Error(
          'Others write without a pause, or a vacuum does not end, so nothing was imported. Import where nobody works, or at night.',
        )
    }
    await sleep(REST_MS)
    await outwaitVacuums(pool, tables)
  }
}

/** Holds nothing else, so that it is in no circle. */
async function outwaitVacuums(pool: Pool, tables: readonly string[]): Promise<void> {
  const vacuumed = await pool.anyFirst(sql.type(row<{ name: string }>())`
    select distinct relname::text as name from pg_locks join pg_class on pg_class.oid = relation
    where mode = 'ShareUpdateExclusiveLock' and granted and relname = any(${sql.array(tables, 'text')})
      and relnamespace = current_schema()::regnamespace
      and database = (select oid from pg_database where datname = current_database())
  `)
  for (const table of vacuumed)
    await pool.transaction((tx) => hold(tx, [table], PATIENCE_WITH_VACUUM), 0).catch(ifNotFree)
}

function ifNotFree(error: unknown): void {
  if (!(error instanceof NotFreeError)) throw error
}

class NotFreeError extends Error {}

/** Not free within our patience, all of them neither, or a circle that PostgreSQL has ended by ending us. */
const NOT_FREE = ['55P03', '57014', '40P01']

async function hold(tx: Tx, tables: readonly string[], patience = PATIENCE): Promise<void> {
  const names = tables.map((table) => sql.identifier([table]))
  await tx.query(sql.type(row())`set local lock_timeout = ${sql.literalValue(patience)}`)
  await tx.query(sql.type(row())`set local statement_timeout = ${sql.literalValue(LONGEST_TRY)}`)
  try {
    await tx.query(sql.type(row())`lock table ${sql.join(names, sql.fragment`, `)} in share row exclusive mode`)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    throw NOT_FREE.includes(code) ? new NotFreeError() : error
  }
  await tx.query(sql.type(row())`set local lock_timeout = '20s'`)
  await tx.query(sql.type(row())`set local statement_timeout to default`)
}
