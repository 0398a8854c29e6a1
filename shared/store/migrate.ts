import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { runner } from 'node-pg-migrate'
import type { Client } from 'pg'
import { readConfig } from '../process/config.ts'
import { installQueues } from '../queue/install.ts'
import { addFunctionsOfNewerServers } from './add-functions-of-newer-servers.ts'
import { findIdentity, misfitOf } from './databases/identity.ts'
import { MIGRATIONS } from './databases/known-migrations.ts'
import { type LedgerDatabase, listFurtherDatabases } from './databases/registry.ts'
import { connectAsOwner, type DatabaseUrls, urlsOf } from './databases/urls.ts'
import { isDatabaseAway } from './db/database-away.ts'
import { lockFirst } from './db/lock-first.ts'
import { replaceDefinitions } from './db/replace-definitions.ts'
import { indexJobs } from './platform/index-jobs.ts'
import { makeNoStatisticsOfJobs } from './platform/job-statistics.ts'
import { addRights } from './rights/grant-rights.ts'
import { giveRights, requireOwner, roleOfProcesses } from './rights/roles-of-release.ts'

/** How they run: each in a transaction of its own. The lock is that of the release. */
export const RUN = {
  dir: MIGRATIONS,
  direction: 'up',
  migrationsTable: 'schema_migrations',
  noLock: true,
  singleTransaction: false,
  verbose: false,
} as const
/** Ended as one of a circle; waited for a lock longer than the migration allows. */
const HELD_UP = ['40P01', '55P03']
const LOCK = 'select pg_try_advisory_lock(7283001) as is_locked'

type Log = (line: string) => void

export type ReleasedDatabase = LedgerDatabase & { readonly is_away: boolean }

/**
 * Brings home up to date, and then each further ledger database that it knows. One that is away keeps nobody from the release; it serves
 * no process of this release until the release step has run again. Whatever else is wrong with one fails the release when all are done.
 *
 * @returns the further databases
 * @throws Error with one sentence for each database that is there and not up to date
 */
export async function migrateAll(
  urls: DatabaseUrls,
  log: Log = () => {},
  env: NodeJS.ProcessEnv = process.env,
): Promise<readonly ReleasedDatabase[]> {
  await migrate(urls, log)
  const home = await connectAsOwner(urls)
  const further = await listFurtherDatabases(home).finally(() => home.end())
  const failures: string[] = []
  const released: ReleasedDatabase[] = []
  for (const database of further) {
    let is_away = false
    await migrateFurther(database, (line) => log(`${database.name}: ${line}`), env).catch((error: Error) => {
      is_away = isDatabaseAway(error)
      if (is_away) log(`${database.name}: ${error.message} It is not up to date: run the release step when it is back.`)
      else failures.push(`${database.name}: ${error.message}`)
    })
    released.push({ ...database, is_away })
  }
  if (failures.length > 0) throw new Error(failures.join('\n'))
  return released
}

/** Two variables that were swapped, or one that leads to somebody else's database, change nothing there. */
async function migrateFurther(database: LedgerDatabase, log: Log, env: NodeJS.ProcessEnv): Promise<void> {
  const urls = urlsOf(database, env)
  const client = await connectAsOwner(urls)
  const found = await findIdentity(client).finally(() => client.end())
  const misfit = misfitOf(found, database)
  if (misfit !== null) throw new Error(`${database.owner_url_variable ?? database.url_variable} ${misfit}.`)
  await migrate(urls, log)
}

/**
 * Brings the database up to date: migrations (each in a transaction of its own), functions and views (all in one), the
 * queue's schema and queues, the rights of the processes.
 * Several at once are safe: the others wait for the first and then find nothing left to do.
 *
 * @throws Error with one sentence when the database cannot be used
 */
export async function migrate(urls: DatabaseUrls, log: Log = () => {}): Promise<void> {
  const client = await connectAsOwner(urls)
  try {
    await lockRelease(client)
    await requireOwner(client, urls)
    const role = await roleOfProcesses(urls)
    await addFunctionsOfNewerServers(client)
    await applyMigrations(client, log)
    await addRights(client, role)
    await replaceDefinitions(client)
    await installQueues(urls.migration_database_url ?? urls.database_url)
    await indexJobs(client)
    await makeNoStatisticsOfJobs(client)
    await giveRights(client, role, urls, log)
  } finally {
    await client.end()
  }
}

/**
 * One release at a time. The others ask again and again: one that waited inside of PostgreSQL would have a snapshot, for
 * which an index that is made beside running processes waits, and neither would ever go on.
 */
async function lockRelease(client: Client): Promise<void> {
  while (!(await client.query(LOCK)).rows[0].is_locked) await sleep(100)
}

/** A migration that met long queries, or processes of the release before in a circle, is tried again; it has done nothing. */
async function applyMigrations(client: Client, log: Log, attempts = 5): Promise<void> {
  const errors: string[] = []
  try {
    const applied = await runner({
      ...RUN,
      dbClient: lockFirst(client) as Client,
      logger: { info: () => {}, debug: () => {}, warn: log, error: (text) => errors.push(text) },
    })
    for (const { name } of applied) log(`applied ${name}`)
  } catch (error) {
    if (attempts <= 1 || !HELD_UP.includes((error as { code?: string }).code ?? '')) {
      for (const text of errors) log(text)
      throw error
    }
    await client.query('rollback')
    log('a migration was held up by other transactions and is tried again')
    await applyMigrations(client, log, attempts - 1)
  }
}

if (import.meta.main) {
  new Command('node shared/store/migrate.ts')
    .description(
      'Brings the database up to date, as the role of MIGRATION_DATABASE_URL: migrations, functions, views, queues, and ' +
        'the rights of the role of DATABASE_URL. Then each further ledger database that it knows. Safe to repeat.',
    )
    .parse()
  try {
    const { database_url, migration_database_url } = readConfig()
    if (!database_url) throw new Error('DATABASE_URL is not set; npm start migrates the embedded database by itself.')
    const further = await migrateAll({ database_url, migration_database_url }, console.log)
    console.log(
      ['the database is up to date', ...further.flatMap(({ name, is_away }) => (is_away ? [] : [name]))].join(
        ', and so is ',
      ),
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
