import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Interceptor } from 'slonik'
import { buildApp } from '../../../api/app.ts'
import type { Database, Databases } from '../../../shared/databases/databases.ts'
import { closeDeps, type Deps } from '../../../shared/deps/deps.ts'
import { readConfig } from '../../../shared/process/config.ts'
import { createRightOfWay } from '../../../shared/process/right-of-way.ts'
import { openPool, type Pool, row, sql } from '../../../shared/store/db/database.ts'
import { createPostingSettingsCache } from '../../../workers/facts/posting-settings-cache.ts'
import { startWork } from '../../../workers/jobs.ts'
import { createLedgerWaits } from '../../../workers/platform/ledger-waits.ts'
import { ownerUrl, service, WEBHOOKS } from '../service.ts'
import { inPool } from '../watched/in-pool.ts'
import { openWatched, TEST_LOG_LEVEL } from '../watched/log-lines.ts'

const OWNER = { pool_size: 1, statement_timeout_ms: 30_000 }

/** A second database beside that of all tests, with a worker of its own. */
export async function openSecondDatabase() {
  const database_url = await service().server.createDatabase()
  const config = readConfig({ DATABASE_URL: database_url, LOG_LEVEL: TEST_LOG_LEVEL, ...WEBHOOKS })
  const web = await openWatched(config, 'web')
  const worker = await openWatched(config, 'worker', { supervise: true, useListenNotify: true, max: 6 })
  const waitForLedgers = createLedgerWaits(config.database_pool_size)
  const kept = { settings: createPostingSettingsCache(), waitForLedgers, rightOfWay: createRightOfWay() }
  const endWork = await startWork({ ...worker, ...kept })
  await copyKeys(database_url)
  return {
    database_url,
    web,
    async close() {
      await endWork()
      await closeDeps(worker, 2_000)
      await closeDeps(web, 2_000)
    },
  }
}

/** A web process with a home and a second database, which has the books of these end customers. */
export async function serveTwo(home: Deps, second: Deps, end_customer_ids: readonly string[]) {
  const there: Database = { ...second.databases.home, name: 'second', is_home: false }
  const here = home.databases.home
  const placeOf = (asked: string) => (end_customer_ids.includes(asked) ? there : here)
  const each = (asked: readonly string[]) => new Map(asked.map((id) => [id, placeOf(id)]))
  const databases: Databases = {
    home: here,
    all: () => [here, there],
    away: () => [],
    moving: () => [],
    of: placeOf,
    forWrite: placeOf,
    ofEach: each,
    forWriteEach: each,
  }
  return serve({ ...home, databases })
}

export async function serve(deps: Deps) {
  const app = buildApp(deps)
  const http = createServer(app.koa.callback()).listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    base_url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await app.close()
    },
  }
}

/** Lets no process into a database any more. */
export async function closeToAll(database_url: string): Promise<void> {
  await limitConnections(database_url, sql.fragment`0`)
  const owner = await openPool(service().server.ownerUrl(service().database_url), OWNER)
  const name = new URL(database_url).pathname.slice(1)
  await owner
    .query(sql.type(row())`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()
    `)
    .finally(() => owner.end())
}

export function openToAll(database_url: string): Promise<void> {
  return limitConnections(database_url, sql.fragment`-1`)
}

async function limitConnections(database_url: string, most: ReturnType<typeof sql.fragment>): Promise<void> {
  const owner = await openPool(service().server.ownerUrl(service().database_url), OWNER)
  const name = sql.identifier([new URL(database_url).pathname.slice(1)])
  await owner.query(sql.type(row())`alter database ${name} connection limit ${most}`).finally(() => owner.end())
}

/** The same dependencies, with somebody who watches the queries. */
export async function watchedBy(interceptor: Interceptor, deps: Deps, database_url: string) {
  const options = { pool_size: 5, statement_timeout_ms: 30_000, interceptors: [interceptor] }
  const pool = await openPool(database_url, options)
  return { deps: inPool(deps, pool), close: () => pool.end() }
}

/** The API clients and keys of the service of all tests. */
async function copyKeys(database_url: string): Promise<void> {
  const owner = await openPool(ownerUrl(database_url), OWNER)
  try {
    for (const table of ['api_clients', 'api_keys']) {
      const name = sql.identifier([table])
      const rows = await service().owner.oneFirst(sql.type(row<{ rows: string }>())`
        select coalesce(jsonb_agg(to_jsonb(${name})), '[]')::text as rows from ${name}
      `)
      await fill(owner, table, rows)
    }
  } finally {
    await owner.end()
  }
}

function fill(owner: Pool, table: string, rows: string) {
  const name = sql.identifier([table])
  return owner.query(sql.type(row())`
    insert into ${name} select all_columns.* from jsonb_populate_recordset(null::${name}, ${rows}::jsonb) as all_columns
  `)
}
