import type { Database } from '../../../shared/databases/databases.ts'
import { bringMirrored } from '../../../shared/databases/mirror.ts'
import { logFailure } from '../../../shared/deps/log-failure.ts'
import type { ApiDeps } from '../../http/api-deps.ts'

/** Which process brings what: one at a time for each database, so that they hold no more than a connection of it. */
const under_way = new WeakMap<Database, Promise<void>>()

/**
 * Brings a subscription that was changed at home to the other databases before the client hears of it: what happens there from then on is
 * sent as it says. A database that cannot be asked gets it by a worker, when it is back.
 */
export async function mirrorToAll({ databases, log }: Pick<ApiDeps, 'databases' | 'log'>): Promise<void> {
  const { home } = databases
  const bring = async (database: Database) => {
    for (let before = under_way.get(database); before; before = under_way.get(database)) await before
    const now = bringMirrored(home.pool, database.pool)
      .then(() => {})
      .catch((error) => logFailure(log, error, 'the mirror', 'a subscription cannot be brought to a ledger database'))
      .finally(() => under_way.delete(database))
    under_way.set(database, now)
    await now
  }
  await Promise.all(databases.all().flatMap((database) => (database.is_home ? [] : [bring(database)])))
}
