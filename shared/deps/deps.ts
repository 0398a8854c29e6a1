import type { PgBoss } from 'pg-boss'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { Config } from '../process/config.ts'
import { openTracing, type Tracing } from '../process/tracing.ts'
import { bossFor } from '../queue/boss.ts'
import { openPool, type Pool } from '../store/db/database.ts'
import { logSlowQueries } from '../store/db/log-queries.ts'
import { traceQueries } from '../store/db/trace-queries.ts'

/** Resources that a process holds open for its whole life. */
export type Deps = {
  readonly pool: Pool
  readonly boss: PgBoss
  readonly log: Logger
  readonly config: Config
  readonly tracing: Tracing | null
}

type BossOptions = Parameters<typeof bossFor>[1]

/** Opens pool, queue and log of a process. `config.database_url` must be set. */
export async function openDeps(config: Config, process_name: string, bossOptions: BossOptions = {}): Promise<Deps> {
  const database_url = config.database_url
  if (!database_url) throw new Error('DATABASE_URL is not set')
  const log = openLog(config.log_level, process_name)
  const tracing = await openTracing(log, process_name)
  const watched = logSlowQueries(log, config.slow_statement_ms)
  const pool = await openPool(database_url, {
    pool_size: config.database_pool_size,
    statement_timeout_ms: config.statement_timeout_ms,
    interceptors: tracing ? [watched, traceQueries(tracing.tracer)] : [watched],
  })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection failed'))
  const boss = bossFor(database_url, bossOptions)
  boss.on('error', (error) => log.warn({ err: error }, 'the queue reported an error'))
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'queue warning'))
  await boss.start().catch((error) => {
    throw new Error(`The database cannot be used: ${error.message}. Check DATABASE_URL and run the release step.`)
  })
  return { pool, boss, log, config, tracing }
}

/** Errors are logged as message and stack; a driver's error also drags its connection and the query's values. */
export function openLog(level: string, process_name: string): Logger {
  const err = (error: unknown): object => {
    if (!(error instanceof Error)) return { message: String(error) }
    const { name, message, stack, cause } = error
    const { code, constraint } = error as { code?: unknown; constraint?: unknown }
    return { name, message, code, constraint, stack, ...(cause ? { cause: err(cause) } : {}) }
  }
  return pino({ level, base: { process: process_name }, serializers: { err } }, standardOutput())
}

/**
 * Lines wait as bytes until they are written. Pino's own destination keeps them as one text, and measures it again for each
 * line: a worker, which logs hundreds of lines at once, spent half of its logging on that (3 µs a line, sonic-boom 4.2.1).
 */
function standardOutput(): DestinationStream {
  const options = { dest: 1, sync: false, contentMode: 'buffer' } as const
  const output = destination(options) as unknown as { write(line: Buffer): boolean }
  return { write: (line) => output.write(Buffer.from(line)) }
}

export async function closeDeps({ pool, boss, tracing }: Deps, timeout_ms: number): Promise<void> {
  await boss.stop({ graceful: true, timeout: timeout_ms })
  await pool.end()
  await tracing?.close()
}
