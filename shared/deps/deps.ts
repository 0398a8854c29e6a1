import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Config } from '../process/config.ts'
import { openTracing, type Tracing } from '../process/tracing.ts'
import { bossFor } from '../queue/boss.ts'
import { connect } from '../store/connect.ts'
import { openPool, type Pool } from '../store/db/database.ts'
import { logSlowQueries } from '../store/db/log-queries.ts'
import { traceQueries } from '../store/db/trace-queries.ts'
import { openLog } from './log.ts'
import { logFailure, logLostConnection } from './log-failure.ts'

/** Resources that a process holds open for its whole life. */
export type Deps = {
  readonly pool: Pool
  readonly boss: PgBoss
  readonly log: Logger
  readonly config: Config
  readonly tracing: Tracing | null
}

type BossOptions = Parameters<typeof bossFor>[1]

/**
 * Opens pool, queue and log of a process. `config.database_url` must be set.
 *
 * @throws Error with one sentence when the database cannot be used
 */
export async function openDeps(config: Config, process_name: string, bossOptions: BossOptions = {}): Promise<Deps> {
  const database_url = config.database_url
  if (!database_url) throw new Error('DATABASE_URL is not set')
  await (await connect(database_url)).end()
  const log = openLog(config.log_level, process_name)
  const tracing = await openTracing(log, process_name)
  const watched = logSlowQueries(log, config.slow_statement_ms)
  const pool = await openPool(database_url, {
    pool_size: config.database_pool_size,
    statement_timeout_ms: config.statement_timeout_ms,
    by_index: process_name === 'worker',
    interceptors: tracing ? [watched, traceQueries(tracing.tracer)] : [watched],
  })
  pool.on('error', (error) => logLostConnection(log, error))
  const boss = bossFor(database_url, bossOptions)
  boss.on('error', (error) => {
    if (!isOfClosed(boss, error)) logFailure(log, error, 'the queue', 'the queue reported an error')
  })
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'queue warning'))
  await boss.start().catch((error) => {
    throw new Error(`The database cannot be used: ${error.message}. Check DATABASE_URL and run the release step.`)
  })
  return { pool, boss, log, config, tracing }
}

const closing = new WeakSet<PgBoss>()

/**
 * A stop hands back the jobs that cannot be finished in time. Their loop tries to fail them once more when their work ends, and
 * pg-boss, which is closed, refuses that with an assertion.
 */
function isOfClosed(boss: PgBoss, error: unknown): boolean {
  return closing.has(boss) && (error as { code?: unknown }).code === 'ERR_ASSERTION'
}

export async function closeDeps({ pool, boss, tracing }: Deps, timeout_ms: number): Promise<void> {
  closing.add(boss)
  await boss.stop({ graceful: true, timeout: timeout_ms })
  await pool.end()
  await tracing?.close()
}
