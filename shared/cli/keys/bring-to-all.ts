import { bringMirrored } from '../../databases/mirror.ts'
import type { Deps } from '../../deps/deps.ts'
import { HOME } from '../../store/databases/registry.ts'
import { inDatabase, knownDatabases } from '../each-database.ts'

/**
 * Brings keys that were changed at home to the other ledger databases at once. One that cannot be used gets them by its workers, when it is
 * back.
 */
export async function bringToAll(deps: Deps): Promise<void> {
  for (const known of await knownDatabases(deps)) {
    if (known.name === HOME) continue
    await inDatabase(deps, known, ({ pool }) => bringMirrored(deps.pool, pool)).catch((error: Error) =>
      console.error(`${known.name}: ${error.message} Its workers take over the keys when it is back.`),
    )
  }
}
