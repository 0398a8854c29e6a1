import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type App, buildApp } from '../../api/app.ts'
import { closeDeps, type Deps } from '../../shared/deps/deps.ts'
import { createHttpServer } from '../../shared/http/http-server.ts'
import { readConfig } from '../../shared/process/config.ts'
import { createRightOfWay } from '../../shared/process/right-of-way.ts'
import { openPool, type Pool } from '../../shared/store/db/database.ts'
import { migrate } from '../../shared/store/migrate.ts'
import { issueKey } from '../../shared/store/platform/issue-key.ts'
import { createPostingSettingsCache } from '../../workers/facts/posting-settings-cache.ts'
import type { WorkerDeps } from '../../workers/job.ts'
import { startWork } from '../../workers/jobs.ts'
import { createLedgerWaits } from '../../workers/platform/ledger-waits.ts'
import { startTestServer, type TestServer } from './database.ts'
import { openWatched, TEST_LOG_LEVEL } from './watched/log-lines.ts'
import { inTurnsOnly } from './watched/turns-only.ts'

/** One service for all tests of a run: web and worker in this process, a real PostgreSQL, real HTTP. */
export type Service = {
  readonly server: TestServer
  readonly database_url: string
  readonly base_url: string
  readonly web: Deps
  readonly worker: WorkerDeps
  /** As the role that owns the tables: for rows that no process can make. */
  readonly owner: Pool
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

let started: (Service & { http: Server; app: App; endWork: () => Promise<void> }) | null = null

export function service(): Service {
  if (!started) throw new Error('the service is not running; load test/support/setup.ts')
  return started
}

/** Does nothing where it runs already. */
export async function startService(): Promise<void> {
  if (started) return
  const server = await startTestServer()
  const database_url = await server.createDatabase()
  const config = readConfig({ DATABASE_URL: database_url, LOG_LEVEL: TEST_LOG_LEVEL, ...WEBHOOKS })
  const web = await openWatched(config, 'web')
  const workerDeps = await openWatched(config, 'worker', { supervise: true, useListenNotify: true, max: 6 })
  const waitForLedgers = createLedgerWaits(workerDeps.config.database_pool_size)
  const kept = { settings: createPostingSettingsCache(), waitForLedgers, rightOfWay: createRightOfWay() }
  const worker = { ...workerDeps, ...kept }
  const endWork = await startWork(worker)
  const app = buildApp(web, inTurnsOnly)
  const http = createHttpServer(app.koa.callback(), config, web.log)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const base_url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const key = await issueKey(web.pool, { client_name: 'tests' })
  const owner = await openPool(server.ownerUrl(database_url), { pool_size: 2, statement_timeout_ms: 60_000 })
  started = { server, database_url, base_url, web, worker, owner, key, http, app, endWork }
}

export async function stopService(): Promise<void> {
  if (!started) return
  const { http, app, web, worker, owner, server, endWork } = started
  started = null
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
  await app.close()
  await endWork()
  await closeDeps(worker, 2_000)
  await closeDeps(web, 2_000)
  await owner.end()
  await server.stop()
}

/** The URL of the role that owns the tables, for what no process may do: planting faults, and looking where it may not. */
export function ownerUrl(database_url: string): string {
  return service().server.ownerUrl(database_url)
}

/** Brings a database of the tests up to date as a release does, with two roles. */
export function release(database_url: string, log?: (line: string) => void): Promise<void> {
  return migrate({ database_url, migration_database_url: ownerUrl(database_url) }, log)
}
