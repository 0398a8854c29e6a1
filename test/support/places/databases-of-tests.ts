import { randomUUID } from 'node:crypto'
import type { Database } from '../../../shared/databases/databases.ts'
import { closeDeps, type Deps } from '../../../shared/deps/deps.ts'
import { followDatabases } from '../../../shared/deps/follow-databases.ts'
import type { Config } from '../../../shared/process/config.ts'
import { createRightOfWay } from '../../../shared/process/right-of-way.ts'
import { addDatabase } from '../../../shared/store/databases/add-database.ts'
import { HOME_VARIABLES } from '../../../shared/store/databases/urls.ts'
import { createPostingSettingsCache } from '../../../workers/facts/posting-settings-cache.ts'
import { startWork } from '../../../workers/jobs.ts'
import { createLedgerWaits } from '../../../workers/platform/ledger-waits.ts'
import { workInDatabases } from '../../../workers/work-in-databases.ts'
import type { TestServer } from '../database.ts'
import { openWatched } from '../watched/log-lines.ts'

/** `TEST_DATABASES=2 npm test` has every new end customer live in a second database, and home for keys alone. */
const SEVERAL = process.env.TEST_DATABASES === '2'

const SECOND = 'second'
/** Empty databases are alike, so its weight makes it the least full one for the time of a run. */
const WEIGHT = 1_000
const AS_WORKER = { supervise: true, useListenNotify: true, max: 6 }

/** Where the services of tests keep their rows. */
type DatabasesOfTests = {
  /** What a process has to be told of them. */
  readonly env: Record<string, string>
  /** Of the database where new end customers live. */
  readonly database_url: string
  /** The same for home: what belongs to no end customer. */
  readonly home_url: string
}

export async function makeDatabases(server: TestServer): Promise<DatabasesOfTests> {
  const home_url = await server.createDatabase()
  const home = { DATABASE_URL: home_url }
  if (!SEVERAL) return { env: home, database_url: home_url, home_url }
  const database_url = await server.createDatabase()
  const env = { ...home, SECOND_URL: database_url, SECOND_OWNER_URL: server.ownerUrl(database_url) }
  await addDatabase(
    { database_url: home_url, migration_database_url: server.ownerUrl(home_url), variables: HOME_VARIABLES },
    { name: SECOND, url_variable: 'SECOND_URL', owner_url_variable: 'SECOND_OWNER_URL', weight: WEIGHT },
    { env, known_for_ms: 0 },
  )
  return { env, database_url, home_url }
}

/**
 * A process as it is opened, in all of its databases.
 *
 * @returns its dependencies for the database where new end customers live, once it sends them there
 */
export async function inDatabases(deps: Deps, env: NodeJS.ProcessEnv) {
  if (!SEVERAL) return { deps, close: async () => {} }
  const databases = followDatabases(deps, env)
  const there = await untilChosen(databases)
  return { deps: { ...deps, databases, pool: there.pool, boss: there.boss }, close: databases.close }
}

/**
 * A worker that works in all databases.
 *
 * @returns what handlers are called with, in the database where new end customers live
 */
export async function startWorker(config: Config, env: NodeJS.ProcessEnv, database_url: string) {
  const deps = await openWatched(config, 'worker', AS_WORKER)
  if (!SEVERAL) {
    const worker = { ...deps, ...keptByWorker(config) }
    const endWork = await startWork(worker)
    return { worker, end: () => endWork().then(() => closeDeps(deps, 2_000)) }
  }
  const there = await openWatched({ ...config, database_url }, 'worker')
  const work = await workInDatabases(deps, { boss: AS_WORKER, env })
  async function end() {
    await work.end()
    await Promise.all([deps, there].map((one) => closeDeps(one, 2_000)))
  }
  return { worker: { ...there, ...keptByWorker(config) }, end }
}

function keptByWorker({ database_pool_size }: Config) {
  return {
    settings: createPostingSettingsCache(),
    waitForLedgers: createLedgerWaits(database_pool_size),
    rightOfWay: createRightOfWay(),
  }
}

/** Whoever is new lives at home until the sizes of the databases are known. */
async function untilChosen(databases: ReturnType<typeof followDatabases>): Promise<Database> {
  for (;;) {
    const chosen = await databases.forWrite(randomUUID())
    if (chosen.name === SECOND) return chosen
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
