import { type Db, row, sql } from '../db/database.ts'
import { HOME, type LedgerDatabase } from './registry.ts'

/** A further ledger database as processes know it. */
export type KnownDatabase = Omit<LedgerDatabase, 'owner_url_variable' | 'weight'>

/** Those beside home, by their names. */
export async function listKnownDatabases(home: Db): Promise<readonly KnownDatabase[]> {
  return home.any(sql.type(row<KnownDatabase>())`
    select databases.name, databases.database_id, home_id, url_variable, state
    from databases cross join database_identity
    where databases.name <> ${HOME}
    order by databases.name
  `)
}
