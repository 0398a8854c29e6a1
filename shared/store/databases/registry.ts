import type { Client } from 'pg'
import type { Identity } from './identity.ts'
import { HOME_VARIABLES, type UrlVariables } from './urls.ts'

/** The database of DATABASE_URL among the ledger databases. */
export const HOME = 'home'

/** A ledger database as home knows it. */
export type LedgerDatabase = Identity &
  UrlVariables & {
    /**
     * - opening: processes that think that home is the only one do not know it yet
     * - draining: it takes nobody new, and those who live there move away
     */
    readonly state: 'opening' | 'open' | 'draining'
    readonly weight: number
  }

/** Those beside home, by their names. */
export async function listFurtherDatabases(home: Client): Promise<LedgerDatabase[]> {
  const { rows } = await home.query<LedgerDatabase>(
    `select databases.name, databases.database_id, home_id, url_variable, owner_url_variable, state, weight
    from databases cross join database_identity
    where databases.name <> $1
    order by databases.name`,
    [HOME],
  )
  return rows
}

/** Gives home its identity and its row, where it has none, and no more than one of each however often it is asked. */
export async function identifyHome(home: Client): Promise<Identity> {
  await home.query(
    `insert into database_identity (database_id, name, home_id)
    select id, $1, id from gen_random_uuid() id
    on conflict do nothing`,
    [HOME],
  )
  await home.query(
    `insert into databases (name, database_id, url_variable, owner_url_variable, state)
    select name, database_id, $1, $2, 'open' from database_identity
    where database_id = home_id
    on conflict do nothing`,
    [HOME_VARIABLES.url_variable, HOME_VARIABLES.owner_url_variable],
  )
  const { rows } = await home.query<Identity>('select database_id, name, home_id from database_identity')
  const [identity] = rows
  if (identity?.name !== HOME)
    throw new Error(`DATABASE_URL leads to the ledger database "${identity?.name}", and not to home.`)
  return identity
}

/** The row of a database that has its identity already; other variables replace those of before. */
export async function registerDatabase(home: Client, added: Omit<LedgerDatabase, 'home_id' | 'state'>): Promise<void> {
  await home.query(
    `insert into databases (name, database_id, url_variable, owner_url_variable, weight, state)
    values ($1, $2, $3, $4, $5, 'opening')
    on conflict (name) do update set url_variable = $3, owner_url_variable = $4, weight = $5`,
    [added.name, added.database_id, added.url_variable, added.owner_url_variable, added.weight],
  )
}

/** @returns its state afterwards: only what has been known for that long becomes open */
export async function openDatabase(
  home: Client,
  name: string,
  known_for_ms: number,
): Promise<LedgerDatabase['state'] | undefined> {
  await home.query(
    `update databases set state = 'open'
    where name = $1 and state = 'opening' and added_at <= clock_timestamp() - make_interval(secs => $2 / 1000.0)`,
    [name, known_for_ms],
  )
  const { rows } = await home.query<LedgerDatabase>('select state from databases where name = $1', [name])
  return rows[0]?.state
}
