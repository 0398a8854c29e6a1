import type { AddressInfo } from 'node:net'
import { buildApp } from '../../api/app.ts'
import { closeDeps, type Deps } from '../../shared/deps/deps.ts'
import { createHttpServer } from '../../shared/http/http-server.ts'
import { readConfig } from '../../shared/process/config.ts'
import { openPool, type Pool } from '../../shared/store/db/database.ts'
import { migrate } from '../../shared/store/migrate.ts'
import { issueKey } from '../../shared/store/platform/issue-key.ts'
import type { WorkerDeps } from '../../workers/job.ts'
import { startTestServer, type TestServer } from './database.ts'
import { inDatabases, makeDatabases, startWorker } from './places/databases-of-tests.ts'
import { openWatched, TEST_LOG_LEVEL } from './watched/log-lines.ts'
import { inTurnsOnly } from './watched/turns-only.ts'

/** One service for all tests of a run: web and worker in this process, a real PostgreSQL, real HTTP. */
export type Service = {
  readonly server: TestServer
  /** What processes of tests have to be told to work with the same databases. */
  readonly env: Readonly<Record<string, string>>
  /** Of the database where new end customers live, as pools and queues are; it is home unless TEST_DATABASES says otherwise. */
  readonly database_url: string
  readonly base_url: string
  readonly web: Deps
  readonly worker: WorkerDeps
  /** As the role that owns the tables: for rows that no process can make. */
  readonly owner: Pool
  /** The same at home: API clients, keys and subscriptions. */
  readonly home: Pool
  /** A key that may do everything. */
  readonly key: string
}

/** Receivers of tests listen on this machine, and do not have three days. */
export const WEBHOOKS = {
  WEBHOOK_SECRETS_KEY: 'a key of the tests that seals secrets'.replaceAll(' ', '-'),
  WEBHOOK_ALLOW_PRIVATE: '1',
  WEBHOOK_TIMEOUT_MS: '1000',
  WEBHOOK_FIRST_PAUSE_MS: '50',
}

let started: (Service & { close(): Promise<void> }) | null = null

export function service(): Service {
  if (!started) throw new Error('the service is not running; load test/support/setup.ts')
  return started
}

/** Does nothing where it runs already. */
export async function startService(): Promise<void> {
  if (started) return
  const server = await startTestServer()
  const { env, database_url, home_url } = await makeDatabases(server)
  const config = readConfig({ ...env, LOG_LEVEL: TEST_LOG_LEVEL, ...WEBHOOKS })
  const opened = await openWatched(config, 'web')
  const { deps: web, close: closeFurther } = await inDatabases(opened, env)
  const { worker, end } = await startWorker(config, env, database_url)
  const app = buildApp(web, inTurnsOnly)
  const http = createHttpServer(app.koa.callback(), config, web.log)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const base_url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const key = await issueKey(opened.pool, { client_name: 'tests' })
  const owner = await openOwner(server.ownerUrl(database_url))
  const home = home_url === database_url ? owner : await openOwner(server.ownerUrl(home_url))
  async function close() {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
    await app.close()
    await end()
    await closeFurther()
    await closeDeps(opened, 2_000)
    await Promise.all([...new Set([owner, home])].map((pool) => pool.end()))
    await server.stop()
  }
  started = { server, env, database_url, base_url, web, worker, owner, home, key, close }
}

function openOwner(owner_url: string): Promise<Pool> {
  return openPool(owner_url, { pool_size: 2, statement_timeout_ms: 60_000 })
}

export async function stopService(): Promise<void> {
  const stopped = started
  started = null
  await stopped?.close()
}

/** The URL of the role that owns the tables, for what no process may do: planting faults, and looking where it may not. */
export function ownerUrl(database_url: string): string {
  return service().server.ownerUrl(database_url)
}

/** Brings a database of the tests up to date as a release does, with two roles. */
export function release(database_url: string, log?: (line: string) => void): Promise<void> {
  return migrate({ database_url, migration_database_url: ownerUrl(database_url) }, log)
}
