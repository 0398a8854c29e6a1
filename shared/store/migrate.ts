import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { runner } from 'node-pg-migrate'
import type { Client } from 'pg'
import { readConfig } from '../process/config.ts'
import { installQueues } from '../queue/install.ts'
import { connect } from './connect.ts'
import { lockFirst } from './db/lock-first.ts'
import { replaceDefinitions } from './db/replace-definitions.ts'
import { indexJobs } from './platform/index-jobs.ts'
import { makeNoStatisticsOfJobs } from './platform/job-statistics.ts'
import { addRights, grantRights } from './rights/grant-rights.ts'

export const MIGRATIONS = join(import.meta.dirname, '../../sql/migrations')
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
const ONE_ROLE = 'warning: the processes use the role that owns the tables, so they could change what is posted'
const PAGE = 'docs/operate/configuration.md'
const SECOND_ROLE = `Set MIGRATION_DATABASE_URL (${PAGE}).`

type DatabaseUrls = {
  /** Of the processes. */
  readonly database_url: string
  /** Of the role that owns the tables; null: the processes use that one. */
  readonly migration_database_url: string | null
}

/**
 * Brings the database up to date: migrations (each in a transaction of its own), functions and views (all in one), the
 * queue's schema and queues, the rights of the processes.
 * Several at once are safe: the others wait for the first and then find nothing left to do.
 *
 * @throws Error with one sentence when the database cannot be used
 */
export async function migrate(urls: DatabaseUrls, log: (line: string) => void = () => {}): Promise<void> {
  const { database_url, migration_database_url } = urls
  const owner_url = migration_database_url ?? database_url
  const client = await connect(owner_url, migration_database_url ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL')
  try {
    await lockRelease(client)
    await requireOwner(client, migration_database_url !== null)
    const role = await roleOfProcesses(database_url)
    await applyMigrations(client, log)
    await addRights(client, role)
    await replaceDefinitions(client)
    await installQueues(owner_url)
    await indexJobs(client)
    await makeNoStatisticsOfJobs(client)
    await giveRights(client, role, log)
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

/**
 * The role that the processes get, asked of the database: a pooler may give them another one than their URL names.
 *
 * @throws Error when the two URLs name different databases: the lock that this release holds would be free in the other
 */
async function roleOfProcesses(database_url: string): Promise<string> {
  const client = await connect(database_url)
  try {
    const { rows } = await client.query('select current_user as role, pg_try_advisory_lock(7283001) as is_free')
    if (rows[0].is_free) throw new Error('DATABASE_URL and MIGRATION_DATABASE_URL name different databases.')
    return rows[0].role
  } finally {
    await client.end()
  }
}

/** @throws Error when another role owns the tables: it would fail with the first migration, in words of the database */
async function requireOwner(client: Client, isNamed: boolean): Promise<void> {
  const { rowCount } = await client.query(`
    select from pg_class where oid = to_regclass('public.schema_migrations') and not pg_has_role(relowner, 'usage')
  `)
  if (rowCount === 0) return
  const role = isNamed ? 'The role of MIGRATION_DATABASE_URL' : 'This role'
  throw new Error(`${role} does not own the tables. Set MIGRATION_DATABASE_URL to the role that does (${PAGE}).`)
}

async function giveRights(client: Client, role: string, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query('select current_user as owner')
  if (rows[0].owner === role) return log(`${ONE_ROLE}. ${SECOND_ROLE}`)
  for (const excess of await grantRights(client, role))
    log(`warning: the role ${role} of the processes ${excess}, so they could change what is posted`)
}

/** A migration that met long queries, or processes of the release before in a circle, is tried again; it has done nothing. */
async function applyMigrations(client: Client, log: (line: string) => void, attempts = 5): Promise<void> {
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
        'the rights of the role of DATABASE_URL. Safe to repeat.',
    )
    .parse()
  try {
    const { database_url, migration_database_url } = readConfig()
    if (!database_url) throw new Error('DATABASE_URL is not set; npm start migrates the embedded database by itself.')
    await migrate({ database_url, migration_database_url }, console.log)
    console.log('the database is up to date')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
