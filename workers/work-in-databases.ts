import type { Database } from '../shared/databases/databases.ts'
import { openFurther } from '../shared/databases/further-databases.ts'
import { keepLease } from '../shared/databases/lease.ts'
import type { Deps } from '../shared/deps/deps.ts'
import { logFailure } from '../shared/deps/log-failure.ts'
import { type BossOptions, closeDatabase, databaseOptions, openKnown } from '../shared/deps/open-database.ts'
import { createRightOfWay } from '../shared/process/right-of-way.ts'
import { readKnownPlaces } from '../shared/store/databases/known-databases.ts'
import { HOME } from '../shared/store/databases/registry.ts'
import { createPostingSettingsCache } from './facts/posting-settings-cache.ts'
import { startWork } from './jobs.ts'
import { createLedgerWaits } from './platform/ledger-waits.ts'
import type { WorkerMetrics } from './platform/metrics.ts'

type WorkOptions = {
  readonly metrics: WorkerMetrics
  readonly boss: BossOptions
  readonly env: NodeJS.ProcessEnv
}

/**
 * Works at home from now on, and in each further ledger database as soon as home knows it and it can be opened; or only in those
 * that WORKER_DATABASES names.
 *
 * @returns what ends it and closes the further databases; home stays open
 */
export async function workInDatabases(deps: Deps, { metrics, boss, env }: WorkOptions): Promise<() => Promise<void>> {
  const { config, log, tracing } = deps
  const { home } = deps.databases
  const isWorked = (name: string) => config.worker_databases?.includes(name) ?? true
  const rightOfWay = createRightOfWay()
  const startIn = (database: Database, log = deps.log) =>
    startWork({
      ...deps,
      pool: database.pool,
      boss: database.boss,
      log,
      settings: createPostingSettingsCache(),
      waitForLedgers: createLedgerWaits(config.database_pool_size),
      rightOfWay,
      metrics,
    })

  const logOf = (name: string) => log.child({ database: name })
  const further = openFurther({
    open: (known) =>
      openKnown(known, env, databaseOptions({ config, process_name: 'worker', log: logOf(known.name), tracing, boss })),
    async begin(database) {
      const end = await startIn(database, logOf(database.name))
      logOf(database.name).info('the worker works in a further ledger database')
      return end
    },
    close: (database) => closeDatabase(database, config.shutdown_timeout_ms),
    failed: (database, reason) => log.warn({ database, reason }, 'a ledger database cannot be opened'),
  })

  const endAtHome = isWorked(HOME) ? await startIn(home) : null
  const lease = keepLease(
    async () => {
      const { databases } = await readKnownPlaces(home.pool)
      further.follow(databases.filter(({ name }) => name !== HOME && isWorked(name)))
    },
    (error) => logFailure(log, error, 'the list of ledger databases', 'the ledger databases cannot be listed'),
  )
  return async () => {
    await lease.close()
    await Promise.all([endAtHome?.(), further.close()])
  }
}
