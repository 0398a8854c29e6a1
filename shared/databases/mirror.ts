import { mirrorClients, readClients } from '../store/databases/mirror-clients.ts'
import { type Db, type Pool, row, sql, type Tx } from '../store/db/database.ts'
import { mirrorSubscriptions, readSubscriptions } from '../store/webhooks/mirror-subscriptions.ts'
import type { Database } from './databases.ts'
import { keepLease, type Lease } from './lease.ts'

/** What a process has brought to a further database of what home has of API clients. */
export type Mirror = Lease<true>

/** So old may be what is there: whoever is refused at home sends and books nothing any more in the other databases. */
const FRESH_MS = 5_000
/** What another process, or an operator, has changed there is put right then, though home is as it was. */
const WHOLE_EVERY_MS = 60_000

/**
 * Brings clients, keys and subscriptions of home to a further database once a second, where they have changed.
 *
 * @param failed hears of it while home or that database cannot be asked
 */
export function keepMirror(home: Database, there: Database, failed: (error: unknown) => void): Mirror {
  let brought = ''
  let whole_at = 0
  async function look(): Promise<true> {
    const now = performance.now()
    if (now >= whole_at || (await readMirrored(home.pool)).join() !== brought) {
      const { mirrored, is_whole } = await bringMirrored(home.pool, there.pool)
      brought = is_whole ? mirrored.join() : ''
      whole_at = now + WHOLE_EVERY_MS
    }
    return true
  }
  return keepLease(look, failed, { length_ms: FRESH_MS })
}

type Brought = {
  readonly mirrored: Mirrored
  /** False where subscriptions that have changed are left for the next time. */
  readonly is_whole: boolean
}
type Mirrored = readonly [clients: string, subscriptions: string]

async function readMirrored(home: Db): Promise<Mirrored> {
  return [await readClients(home), await readSubscriptions(home)]
}

/**
 * Brings all of it now. One process at a time does that in a database, and asks home when it is its turn: so nothing is overwritten by
 * what somebody has read before.
 *
 * @param first what has to be true together with it, done before home is asked
 */
export async function bringMirrored(home: Pool, there: Pool, first?: (tx: Tx) => Promise<void>): Promise<Brought> {
  return there.transaction(async (tx) => {
    await tx.query(sql.type(row())`select pg_advisory_xact_lock(7283006)`)
    await first?.(tx)
    // The driver lets nobody ask another database within a transaction, except in one of its own.
    const mirrored = await home.transaction(readMirrored)
    await mirrorClients(tx, mirrored[0])
    return { mirrored, is_whole: await mirrorSubscriptions(tx, mirrored[1]) }
  })
}
