import { onlyHome } from '../../../shared/databases/databases.ts'
import type { Deps } from '../../../shared/deps/deps.ts'
import type { Pool } from '../../../shared/store/db/database.ts'

/** The same, whose queries go through a pool that somebody watches. */
export function inPool(deps: Deps, pool: Pool): Deps {
  return { ...deps, pool, databases: onlyHome({ ...deps.databases.home, pool }) }
}
