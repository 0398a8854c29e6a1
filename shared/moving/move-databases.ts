import type { Client } from 'pg'
import { HOME, identifyHome, type LedgerDatabase, listFurtherDatabases } from '../store/databases/registry.ts'
import { type DatabaseUrls, HOME_VARIABLES, urlsOf } from '../store/databases/urls.ts'

export type MoveDatabase = {
  readonly database: LedgerDatabase
  /** @throws ConfigError where a variable is not set: of one that the move has nothing to do with nobody asks */
  urls(): DatabaseUrls
}

export type MoveDatabases = ReadonlyMap<string, MoveDatabase>

/** Home and the further databases by their names, with what leads to them. */
export async function listMoveDatabases(
  home: Client,
  home_urls: DatabaseUrls,
  env: NodeJS.ProcessEnv,
): Promise<MoveDatabases> {
  const { database_id, home_id } = await identifyHome(home)
  const ofHome = { name: HOME, database_id, home_id, ...HOME_VARIABLES, state: 'open', weight: 1 } as const
  const further = await listFurtherDatabases(home)
  return new Map([
    [HOME, { database: ofHome, urls: () => home_urls }],
    ...further.map((database) => [database.name, { database, urls: () => urlsOf(database, env) }] as const),
  ])
}
