import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type Databases, onlyHome } from '../databases/databases.ts'
import type { Config } from '../process/config.ts'
import { openTracing, type Tracing } from '../process/tracing.ts'
import { connect } from '../store/connect.ts'
import type { Pool } from '../store/db/database.ts'
import { openLog } from './log.ts'
import { type BossOptions, closeDatabase, databaseOptions, openHome } from './open-database.ts'

/** Resources that a process holds open for its whole life. */
export type Deps = {
  readonly databases: Databases
  /** Of the database that is worked in: that of DATABASE_URL, or the one of an end customer. */
  readonly pool: Pool
  readonly boss: PgBoss
  readonly log: Logger
  readonly config: Config
  readonly tracing: Tracing | null
}

/**
 * Opens database and log of a process. `config.database_url` must be set.
 *
 * @throws Error with one sentence when the database cannot be used
 */
export async function openDeps(config: Config, process_name: string, boss: BossOptions = {}): Promise<Deps> {
  const database_url = config.database_url
  if (!database_url) throw new Error('DATABASE_URL is not set')
  await (await connect(database_url)).end()
  const log = openLog(config.log_level, process_name)
  const tracing = await openTracing(log, process_name)
  const home = await openHome(database_url, databaseOptions({ config, process_name, log, tracing, boss }))
  return { databases: onlyHome(home), pool: home.pool, boss: home.boss, log, config, tracing }
}

export async function closeDeps({ databases, tracing }: Deps, timeout_ms: number): Promise<void> {
  await Promise.all(databases.all().map((database) => closeDatabase(database, timeout_ms)))
  await tracing?.close()
}
