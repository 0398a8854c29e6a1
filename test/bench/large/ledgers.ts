import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDatabase } from '../../../shared/store/databases/add-database.ts'
import { HOME } from '../../../shared/store/databases/registry.ts'
import { openPool, type Pool, row, sql } from '../../../shared/store/db/database.ts'
import { chart } from '../../support/requests/examples.ts'
import { call } from '../http-client.ts'
import { type BenchServer, type Database, startProcess, startWeb, type Urls } from '../processes.ts'

const CUSTOMERS = 48

/** An installation of one or several ledger databases on one PostgreSQL, over which the same number of end customers is spread. */
export type Ledgers = {
  readonly home: Database
  readonly customers: readonly string[]
  /** The variables that lead to the further ones. */
  readonly env: Readonly<Record<string, string>>
  /** Of the processes, by the names of all of them. */
  readonly urls: Readonly<Record<string, string>>
  /** Facts that wait for a decision, in all of them. */
  waiting(): Promise<number>
  /** A web process, and a worker that is frozen. */
  start(): Promise<{
    readonly url: string
    /** Lets the worker decide all that waits. @returns facts a second */
    drain(): Promise<number>
    /** Lets the worker work on what comes. */
    goOn(): void
    stop(): Promise<void>
  }>
}

export function withLedgers<Result>(
  server: BenchServer,
  databases: number,
  use: (ledgers: Ledgers) => Promise<Result>,
): Promise<Result> {
  const withFurther = (home: Database, further: readonly Urls[]): Promise<Result> =>
    further.length + 1 === databases
      ? openLedgers(home, further, use)
      : server.withEmptyDatabase((urls) => withFurther(home, [...further, urls]))
  return server.withDatabase((home) => withFurther(home, []))
}

async function openLedgers<Result>(
  home: Database,
  further: readonly Urls[],
  use: (ledgers: Ledgers) => Promise<Result>,
): Promise<Result> {
  const env = await addAll(home, further)
  const pools = [home.pool]
  for (const { migration_database_url } of further)
    pools.push(await openPool(migration_database_url, { pool_size: 2, statement_timeout_ms: 120_000 }))
  const customers = Array.from({ length: CUSTOMERS }, () => randomUUID())
  for (const [index, customer] of customers.entries()) {
    // Without a place it would go to the least full one.
    if (pools.length > 1)
      await home.pool.query(sql.type(row())`
        insert into placements (end_customer_id, database_name) values (${customer}, ${nameOf(index % pools.length)})
      `)
  }
  try {
    const urls = Object.fromEntries([home, ...further].map((one, place) => [nameOf(place), one.database_url]))
    return await use({ ...ledgersOf(home, pools, customers, env), env, urls })
  } finally {
    for (const pool of pools.slice(1)) await pool.end()
  }
}

/** @returns the variables that lead to the further databases */
async function addAll(home: Database, further: readonly Urls[]): Promise<Record<string, string>> {
  const env: Record<string, string> = {}
  for (const [index, { database_url, migration_database_url }] of further.entries()) {
    const name = nameOf(index + 1)
    const [url_variable, owner_url_variable] = [`LEDGERS_${index}_URL`, `LEDGERS_${index}_OWNER_URL`]
    Object.assign(env, { [url_variable]: database_url, [owner_url_variable]: migration_database_url })
    await addDatabase(home, { name, url_variable, owner_url_variable, weight: 1 }, { env, known_for_ms: 0 })
  }
  return env
}

function nameOf(place: number): string {
  return place === 0 ? HOME : `ledgers-${place}`
}

function ledgersOf(
  home: Database,
  pools: readonly Pool[],
  customers: readonly string[],
  env: Readonly<Record<string, string>>,
): Omit<Ledgers, 'env' | 'urls'> {
  const { database_url, key } = home
  const waiting = async () => {
    const counts = await Promise.all(pools.map(countWaiting))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  return {
    home,
    customers,
    waiting,
    async start() {
      const web = await startWeb(database_url, env)
      for (const customer of customers) await openBooks(web.url, key, customer)
      const worker = startProcess({ args: ['workers/main.ts'] }, database_url, env)
      worker.child.kill('SIGSTOP')
      return {
        url: web.url,
        async drain() {
          const facts = await waiting()
          worker.child.kill('SIGCONT')
          const began = performance.now()
          while ((await waiting()) > 0) await sleep(20)
          const rate = (facts * 1_000) / (performance.now() - began)
          worker.child.kill('SIGSTOP')
          return rate
        },
        goOn() {
          worker.child.kill('SIGCONT')
        },
        async stop() {
          await worker.stop()
          await web.stop()
        },
      }
    },
  }
}

/** By the index of facts that wait, which has no others. */
function countWaiting(pool: Pool): Promise<number> {
  return pool.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from fact_states where state = 'received' and failed_at is null
  `)
}

/** A web process refuses who lives in a database that it has not opened yet. */
async function openBooks(url: string, key: string, customer: string): Promise<void> {
  for (;;) {
    const { status, text } = await call(url, key, 'PUT', '/v1/accounts', chart(customer))
    if (status === 202) return
    if (status !== 503) throw new Error(`PUT /v1/accounts was answered with ${status}: ${text}`)
    await sleep(100)
  }
}
