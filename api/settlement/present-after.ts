import type { Db, Pool, Tx } from '../../shared/store/db/database.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import type { Current } from '../http/endpoint.ts'

type WithIntents = { readonly intents: readonly IntentRow[] }
type FindCurrent<Row> = (db: Db) => Promise<Row | null>

/**
 * The answer of a command that leaves work to the worker: the resource as the transaction leaves it, and for clients that
 * wait, as it is once no intent of it is pending.
 *
 * @param find the row that the command has written, so it exists
 */
export async function presentAfter<Row extends WithIntents>(
  tx: Tx,
  { pool }: { readonly pool: Pool },
  find: FindCurrent<Row>,
  present: (row: Row) => object,
) {
  return { body: present((await find(tx)) as Row), current: onceSettled(pool, find, present) }
}

export function onceSettled<Row extends WithIntents>(
  pool: Pool,
  find: FindCurrent<Row>,
  present: (row: Row) => object,
): Current {
  return async () => {
    const now = await find(pool)
    return now?.intents.every(({ state }) => state !== 'pending') ? present(now) : null
  }
}
