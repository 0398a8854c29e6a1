import { join } from 'node:path'
import { Command } from 'commander'
import { runner } from 'node-pg-migrate'
import { Client } from 'pg'
import { readConfig } from '../process/config.ts'
import { installQueues } from '../queue/install.ts'
import { replaceDefinitions } from './db/replace-definitions.ts'
import { makeNoStatisticsOfJobs } from './platform/job-statistics.ts'

const MIGRATIONS = join(import.meta.dirname, '../../sql/migrations')
/** Ended as one of a circle; waited for a lock longer than the migration allows. */
const HELD_UP = ['40P01', '55P03']
const LOCK = 'select pg_advisory_lock(7283001)'

/**
 * Brings the database up to date: migrations (each in a transaction of its own), functions and views (all in one), the
 * queue's schema and queues.
 * Several at once are safe: the others wait for the first and then find nothing left to do.
 *
 * @throws Error with one sentence when the database cannot be used
 */
export async function migrate(database_url: string, log: (line: string) => void = () => {}): Promise<void> {
  const client = await connect(database_url)
  try {
    await client.query(LOCK)
    await applyMigrations(client, log)
    await replaceDefinitions(client)
    await installQueues(database_url)
    await makeNoStatisticsOfJobs(client)
  } finally {
    await client.end()
  }
}

/** A migration that met long queries, or processes of the release before in a circle, is tried again; it has done nothing. */
async function applyMigrations(client: Client, log: (line: string) => void, attempts = 5): Promise<void> {
  try {
    const applied = await runner({
      dbClient: client,
      dir: MIGRATIONS,
      direction: 'up',
      migrationsTable: 'schema_migrations',
      noLock: true,
      singleTransaction: false,
      verbose: false,
      logger: { info: () => {}, debug: () => {}, warn: log, error: log },
    })
    for (const { name } of applied) log(`applied ${name}`)
  } catch (error) {
    if (attempts <= 1 || !HELD_UP.includes((error as { code?: string }).code ?? '')) throw error
    await client.query('rollback')
    log('a migration was held up by other transactions and is tried again')
    await applyMigrations(client, log, attempts - 1)
  }
}

/** Connects, or fails with one sentence that never contains the password. */
export async function connect(database_url: string): Promise<Client> {
  const client = new Client({ connectionString: database_url, application_name: 'hauptbuch' })
  client.on('error', () => {}) // a broken connection also fails the query under way
  try {
    await client.connect()
    return client
  } catch (error) {
    const { host, database } = client
    throw new Error(`Cannot use database "${database}" on ${host}: ${reasonOf(error)}. Check DATABASE_URL.`)
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host is unknown'
  return message || code || 'the connection failed'
}

if (import.meta.main) {
  new Command('node shared/store/migrate.ts')
    .description(
      'Brings the database of DATABASE_URL up to date: migrations, functions, views, queues. Safe to repeat.',
    )
    .parse()
  try {
    const { database_url } = readConfig()
    if (!database_url) throw new Error('DATABASE_URL is not set; npm start migrates the embedded database by itself.')
    await migrate(database_url, console.log)
    console.log('the database is up to date')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
