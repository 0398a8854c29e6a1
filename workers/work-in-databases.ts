import type { Database, Databases } from '../shared/databases/databases.ts'
import type { FurtherDatabases } from '../shared/databases/further-databases.ts'
import { keepLease } from '../shared/databases/lease.ts'
import { keepMirror, type Mirror } from '../shared/databases/mirror.ts'
import type { Deps } from '../shared/deps/deps.ts'
import { logFailure } from '../shared/deps/log-failure.ts'
import { type BossOptions, closeDatabase, databaseOptions, openKnown } from '../shared/deps/open-database.ts'
import { openWatchedFurther } from '../shared/deps/watched-databases.ts'
import { createRightOfWay } from '../shared/process/right-of-way.ts'
import { readKnownPlaces } from '../shared/store/databases/known-databases.ts'
import { HOME } from '../shared/store/databases/registry.ts'
import { createPostingSettingsCache } from './facts/posting-settings-cache.ts'
import { startWork } from './jobs.ts'
import { tendMoves } from './moving/tend-moves.ts'
import { createLedgerWaits } from './platform/ledger-waits.ts'
import { createWorkerMetrics, type WorkerMetrics } from './platform/metrics.ts'
import { createWebhookTurns } from './webhooks/turns-of-webhooks.ts'

type WorkOptions = {
  readonly boss: BossOptions
  readonly env: NodeJS.ProcessEnv
}

type WorkUnderWay = {
  /** Of all databases together; connections are told of each. */
  readonly metrics: WorkerMetrics
  /** Ends it and closes the further databases; home stays open. */
  end(): Promise<void>
}

/**
 * Works at home from now on, and in each further ledger database as soon as home knows it and it can be opened; or only in those
 * that WORKER_DATABASES names.
 */
export async function workInDatabases(deps: Deps, { boss, env }: WorkOptions): Promise<WorkUnderWay> {
  const { config, log } = deps
  const { home } = deps.databases
  const isWorked = (name: string) => config.worker_databases?.includes(name) ?? true
  let known: readonly string[] = []
  const further = workInFurther(deps, { boss, env }, (database, log, mirror) => startIn(database, log, mirror))
  const databases: Databases = {
    ...deps.databases,
    all: () => [home, ...known.flatMap((name) => further.get(name) ?? [])],
    away: () => known.filter((name) => further.get(name) === null),
  }
  const metrics = createWorkerMetrics({ databases })
  const kept = {
    rightOfWay: createRightOfWay(),
    webhookTurns: createWebhookTurns(config.webhook_concurrency),
    ...{ databases, metrics },
  }
  const startIn: StartIn = ({ pool, boss }, log, mirror) =>
    startWork({
      ...{ ...deps, ...kept, pool, boss, log, ...(mirror && { mirror }) },
      settings: createPostingSettingsCache(),
      waitForLedgers: createLedgerWaits(config.database_pool_size),
    })

  const endAtHome = isWorked(HOME) ? await startIn(home, log) : null
  const lease = keepLease(
    async () => {
      const { databases, moving } = await readKnownPlaces(home.pool)
      const others = databases.filter(({ name }) => name !== HOME)
      known = others.map(({ name }) => name)
      further.follow(others.filter(({ name }) => isWorked(name)))
      const find = (name: string) => (name === HOME ? home : further.get(name))
      if (moving.length > 0) await tendMoves({ home, find, log })
    },
    (error) => logFailure(log, error, 'the list of ledger databases', 'the ledger databases cannot be listed'),
  )
  return {
    metrics,
    async end() {
      await lease.close()
      await Promise.all([endAtHome?.(), further.close()])
    },
  }
}

/** @returns what ends the work */
type StartIn = (database: Database, log: Deps['log'], mirror?: Mirror) => Promise<() => Promise<void>>

function workInFurther(
  { config, log, tracing, databases: { home } }: Deps,
  { boss, env }: WorkOptions,
  startIn: StartIn,
): FurtherDatabases {
  const logOf = (name: string) => log.child({ database: name })
  const steps: Parameters<typeof openWatchedFurther>[0] = {
    open: (known) =>
      openKnown(known, env, databaseOptions({ config, process_name: 'worker', log: logOf(known.name), tracing, boss })),
    async begin(database) {
      const named = logOf(database.name)
      const mirror = keepMirror(home, database, (error) =>
        logFailure(named, error, 'the mirror', 'API clients cannot be brought to a ledger database'),
      )
      try {
        // Nothing is worked before those are there for whom it is.
        await mirror.ask()
        const end = await startIn(database, named, mirror)
        named.info('the worker works in a further ledger database')
        return () => Promise.all([end(), mirror.close()]).then(() => {})
      } catch (error) {
        await mirror.close()
        throw error
      }
    },
    close: (database) => closeDatabase(database, config.shutdown_timeout_ms),
    failed: (database, reason) => log.warn({ database, reason }, 'a ledger database cannot be opened'),
  }
  return openWatchedFurther(steps, env)
}
