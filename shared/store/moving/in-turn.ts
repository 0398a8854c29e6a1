import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, DatabaseError } from 'pg'

/** A trigger waits so long for who writes its table, and who writes it meanwhile for the trigger. */
const TRIGGER_MS = 100
const LOCK_NOT_AVAILABLE = '55P03'

/** Again and again: whoever waits for the table behind the trigger would wait for the one that writes it now. */
export async function inTurn(owner: Client, ddl: string): Promise<void> {
  while ((await withinMs(owner, TRIGGER_MS, () => owner.query(ddl))) === null) await sleep(TRIGGER_MS)
}

/**
 * One statement that waits for a lock no longer than that. It is a transaction of its own, as whoever sleeps between two statements of
 * one would hold up everybody meanwhile.
 *
 * @returns null where it would have to wait longer
 */
export async function withinMs<Result>(
  owner: Client,
  most_ms: number,
  run: () => Promise<Result>,
): Promise<Result | null> {
  await owner.query(`set lock_timeout = ${Math.ceil(most_ms)}`)
  try {
    return await run()
  } catch (error) {
    if ((error as DatabaseError).code === LOCK_NOT_AVAILABLE) return null
    throw error
  } finally {
    await owner.query('reset lock_timeout')
  }
}
