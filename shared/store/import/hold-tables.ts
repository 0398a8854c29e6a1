import { setTimeout as sleep } from 'node:timers/promises'
import { type Pool, row, sql, type Tx } from '../db/database.ts'

/** PostgreSQL looks for a circle of waiting transactions after a second, and ends one of them: ours gives way before. */
const PATIENCE = '500ms'
const REST_MS = 500
const MOST_TRIES = 60

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
          'Others write without a pause, so nothing was imported. Import where nobody works, or at night.',
        )
    }
    await sleep(REST_MS)
  }
}

class NotFreeError extends Error {}

/** Neither free within our patience, nor a circle that PostgreSQL has ended by ending us. */
const NOT_FREE = ['55P03', '40P01']

async function hold(tx: Tx, tables: readonly string[]): Promise<void> {
  const names = tables.map((table) => sql.identifier([table]))
  await tx.query(sql.type(row())`set local lock_timeout = ${sql.literalValue(PATIENCE)}`)
  try {
    await tx.query(sql.type(row())`lock table ${sql.join(names, sql.fragment`, `)} in share row exclusive mode`)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    throw NOT_FREE.includes(code) ? new NotFreeError() : error
  }
  await tx.query(sql.type(row())`set local lock_timeout = '20s'`)
}
