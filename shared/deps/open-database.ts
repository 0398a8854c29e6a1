import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Interceptor } from 'slonik'
import type { Database } from '../databases/databases.ts'
import { bossFor } from '../queue/boss.ts'
import { openPool } from '../store/db/database.ts'
import { logFailure, logLostConnection } from './log-failure.ts'

export type BossOptions = Parameters<typeof bossFor>[1]

type DatabaseOptions = Omit<Parameters<typeof openPool>[1], 'interceptors'> & {
  readonly log: Logger
  readonly interceptors: Interceptor[]
  readonly boss: BossOptions
}

/**
 * Opens pool and queue of the database that DATABASE_URL names.
 *
 * @throws Error with one sentence when it cannot be used
 */
export async function openHome(database_url: string, options: DatabaseOptions): Promise<Database> {
  const { log, boss: bossOptions, ...poolOptions } = options
  const pool = await openPool(database_url, poolOptions)
  pool.on('error', (error) => logLostConnection(log, error))
  const boss = bossFor(database_url, bossOptions)
  boss.on('error', (error) => {
    if (!isOfClosed(boss, error)) logFailure(log, error, 'the queue', 'the queue reported an error')
  })
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'queue warning'))
  await boss.start().catch((error) => {
    throw new Error(`The database cannot be used: ${error.message}. Check DATABASE_URL and run the release step.`)
  })
  return { name: 'home', is_home: true, pool, boss }
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
