import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Interceptor } from 'slonik'
import type { Database } from '../databases/databases.ts'
import type { Config } from '../process/config.ts'
import type { Tracing } from '../process/tracing.ts'
import { bossFor } from '../queue/boss.ts'
import { connect } from '../store/connect.ts'
import { findMisfit } from '../store/databases/identity.ts'
import type { KnownDatabase } from '../store/databases/known-databases.ts'
import { HOME } from '../store/databases/registry.ts'
import { HOME_VARIABLES, urlsOf } from '../store/databases/urls.ts'
import { openPool } from '../store/db/database.ts'
import { losesCommits } from '../store/db/driver/lost-commits.ts'
import { logSlowQueries } from '../store/db/log-queries.ts'
import { traceQueries } from '../store/db/trace-queries.ts'
import { logFailure, logLostConnection } from './log-failure.ts'

export type BossOptions = Parameters<typeof bossFor>[1]

type DatabaseOptions = Omit<Parameters<typeof openPool>[1], 'interceptors'> & {
  readonly log: Logger
  readonly interceptors: Interceptor[]
  readonly boss: BossOptions
}

type ProcessOptions = {
  readonly config: Config
  readonly process_name: string
  readonly log: Logger
  readonly tracing: Tracing | null
  readonly boss: BossOptions
}

/** How a process opens each of its databases. */
export function databaseOptions({ config, process_name, log, tracing, boss }: ProcessOptions): DatabaseOptions {
  const watched = logSlowQueries(log, config.slow_statement_ms)
  return {
    pool_size: config.database_pool_size,
    statement_timeout_ms: config.statement_timeout_ms,
    by_index: process_name === 'worker',
    interceptors: tracing ? [watched, traceQueries(tracing.tracer)] : [watched],
    log,
    boss,
  }
}

/**
 * Opens pool and queue of the database that DATABASE_URL names.
 *
 * @throws Error with one sentence when it cannot be used
 */
export function openHome(database_url: string, options: DatabaseOptions): Promise<Database> {
  return openDatabase(HOME, database_url, HOME_VARIABLES.url_variable, options)
}

/** One that is away says so soon, so that a process that stops does not wait for it. */
const CONNECT_MS = 5_000

/**
 * Opens pool and queue of a database that home knows, if it is that one and has the tables of this release.
 *
 * @throws Error with one sentence when it cannot be used
 */
export async function openKnown(
  known: KnownDatabase,
  env: NodeJS.ProcessEnv,
  options: DatabaseOptions,
): Promise<Database> {
  const { name, url_variable } = known
  const { database_url } = urlsOf({ url_variable, owner_url_variable: null }, env)
  const client = await connect(database_url, url_variable, CONNECT_MS)
  const misfit = await findMisfit(client, known).finally(() => client.end())
  if (misfit !== null) throw new Error(`${url_variable} ${misfit}.`)
  return openDatabase(name, database_url, url_variable, options)
}

async function openDatabase(
  name: string,
  database_url: string,
  url_variable: string,
  options: DatabaseOptions,
): Promise<Database> {
  const { log, boss: bossOptions, ...poolOptions } = options
  const pool = await openPool(database_url, poolOptions)
  pool.on('error', (error) => logLostConnection(log, error))
  const boss = bossFor(database_url, bossOptions)
  boss.on('error', (error) => {
    if (!isOfClosed(boss, error)) logFailure(log, error, 'the queue', 'the queue reported an error')
  })
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'queue warning'))
  const database: Database = { name, is_home: name === HOME, pool, boss }
  await boss.start().catch(async (error) => {
    await closeDatabase(database, 0).catch(() => {}) // what counts is why it did not start
    throw new Error(`The database cannot be used: ${error.message}. Check ${url_variable} and run the release step.`)
  })
  if (await losesCommits(pool)) log.warn('synchronous_commit is off: a crash of PostgreSQL loses what was accepted')
  return database
}

const closing = new WeakSet<PgBoss>()

/**
 * A stop hands back the jobs that cannot be finished in time. Their loop tries to fail them once more when their work ends, and
 * pg-boss, which is closed, refuses that with an assertion.
 */
function isOfClosed(boss: PgBoss, error: unknown): boolean {
  return closing.has(boss) && (error as { code?: unknown }).code === 'ERR_ASSERTION'
}

export async function closeDatabase({ pool, boss }: Database, timeout_ms: number): Promise<void> {
  closing.add(boss)
  await boss.stop({ graceful: true, timeout: timeout_ms })
  await pool.end()
}
