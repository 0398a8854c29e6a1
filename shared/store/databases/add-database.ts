import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { migrate } from '../migrate.ts'
import { findUse } from './find-use.ts'
import { countApplied, findIdentity, type Identity, writeIdentity } from './identity.ts'
import { knownMigrations } from './known-migrations.ts'
import {
  HOME,
  identifyHome,
  type LedgerDatabase,
  listFurtherDatabases,
  openDatabase,
  registerDatabase,
} from './registry.ts'
import { connectAsOwner, type DatabaseUrls, urlsOf } from './urls.ts'

export type AddedDatabase = Omit<LedgerDatabase, 'database_id' | 'home_id' | 'state'>

type AddOptions = {
  readonly env: NodeJS.ProcessEnv
  /** Is told of each step when it is done for good. */
  readonly say?: (line: string) => void
  /** Is told of what the release step of the new database says. */
  readonly log?: (line: string) => void
  readonly known_for_ms?: number
}

/** A worker asks once a second which databases there are, and relies on the answer for two. Twice that, so that none is left that does not know. */
const KNOWN_FOR_MS = 4_000
const LOCK = 'select pg_try_advisory_lock(7283005) as is_locked'

/**
 * Makes an empty database a ledger database. Each step looks first what is there, so it may be killed anywhere and run again: under
 * the same name it goes on, and takes the variables that it is given now.
 *
 * @returns its state: one that is drained stays so
 * @throws Error with one sentence where the database is another one than that, or in use
 */
export async function addDatabase(
  home_urls: DatabaseUrls,
  added: AddedDatabase,
  { env, say = () => {}, log = () => {}, known_for_ms = KNOWN_FOR_MS }: AddOptions,
): Promise<LedgerDatabase['state']> {
  if (added.name === HOME) throw new Error(`"${HOME}" is the database of DATABASE_URL; choose another name.`)
  const urls = urlsOf(added, env)
  const home = await connectAsOwner(home_urls)
  try {
    await lockRegistry(home)
    if ((await countApplied(home)) !== knownMigrations())
      throw new Error('Home does not have the tables of this release. Run the release step first.')
    const { home_id } = await identifyHome(home)
    say('home has its identity')
    const wanted = { name: added.name, home_id, database_id: await findKnownId(home, added) }
    const order = await orderOf(home)
    await inDatabase(urls, async (client) => {
      await requireFree(client, wanted, added.url_variable)
      await requireOrder(client, order, added.url_variable)
    })
    await migrate(urls, log)
    say(`${added.name} is migrated`)
    const { database_id } = await inDatabase(urls, (client) => identify(client, wanted, added.url_variable))
    say(`${added.name} has its identity`)
    await registerDatabase(home, { ...added, database_id })
    say(`home knows ${added.name}`)
    for (;;) {
      const state = await openDatabase(home, added.name, known_for_ms)
      if (state === undefined) throw new Error(`Somebody has taken ${added.name} out meanwhile.`)
      if (state !== 'opening') return state
      await sleep(100)
    }
  } finally {
    await home.end()
  }
}

/** One at a time. The lock of one that was killed is free as soon as PostgreSQL has noticed. */
async function lockRegistry(home: Client): Promise<void> {
  while (!(await home.query(LOCK)).rows[0].is_locked) await sleep(100)
}

async function inDatabase<Result>(urls: DatabaseUrls, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await connectAsOwner(urls)
  return work(client).finally(() => client.end())
}

/** The id of the database that home knows by this name, or null. */
async function findKnownId(home: Client, { name, url_variable }: AddedDatabase): Promise<string | null> {
  const further = await listFurtherDatabases(home)
  const other = further.find((one) => one.name !== name && one.url_variable === url_variable)
  if (other) throw new Error(`${url_variable} is the variable of the ledger database "${other.name}".`)
  return further.find((one) => one.name === name)?.database_id ?? null
}

/** Of a database that home does not know yet the id is open. */
type WantedIdentity = Omit<Identity, 'database_id'> & { readonly database_id: string | null }

/** Only a database that nobody uses becomes a ledger database, or goes on to become the one that it began to be. */
async function requireFree(client: Client, wanted: WantedIdentity, url_variable: string): Promise<void> {
  const found = await findIdentity(client)
  if (found !== null) return requireWanted(found, wanted, url_variable)
  if (wanted.database_id !== null)
    throw new Error(`Home knows "${wanted.name}" already, and ${url_variable} leads to another database.`)
  if ((await countApplied(client)) > knownMigrations())
    throw new Error(`${url_variable} leads to a database of a newer release.`)
  const used = await findUse(client)
  if (used !== null) throw new Error(`${url_variable} leads to a database that is in use: ${used}.`)
}

function requireWanted(found: Identity, { name, home_id, database_id }: WantedIdentity, url_variable: string): void {
  if (found.home_id !== home_id) throw new Error(`${url_variable} leads to a database of another installation.`)
  if (found.name === HOME) throw new Error(`${url_variable} leads to home, or to a copy of it.`)
  if (found.name !== name) throw new Error(`${url_variable} leads to the ledger database "${found.name}".`)
  if (database_id !== null && found.database_id !== database_id)
    throw new Error(`Home knows "${name}" already, and ${url_variable} leads to another database.`)
}

/** How names are ordered, and in what they are written. */
async function orderOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ sorted: string }>(`
    select concat_ws(' ', pg_encoding_to_char(encoding), datlocprovider, datcollate, datctype,
      coalesce(to_jsonb(database) ->> 'datlocale', to_jsonb(database) ->> 'daticulocale')) as sorted
    from pg_database database where datname = current_database()
  `)
  return rows[0]?.sorted ?? ''
}

/** Lists of end customers are merged from all databases, so one that orders names in another way would tear their pages. */
async function requireOrder(client: Client, order: string, url_variable: string): Promise<void> {
  const found = await orderOf(client)
  if (found === order) return
  throw new Error(`${url_variable} leads to a database with the collation "${found}", and home has "${order}".`)
}

/** Another installation may add the same database at this moment, so what counts is what is there afterwards. */
async function identify(client: Client, wanted: WantedIdentity, url_variable: string): Promise<Identity> {
  const found = await writeIdentity(client, wanted)
  requireWanted(found, wanted, url_variable)
  return found
}
