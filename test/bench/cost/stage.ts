import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type BenchServer, type Running, startProcess, startWeb, type Web } from '../processes.ts'
import { type Checkout, issueKey, release } from './checkout.ts'
import { prepareMeter } from './usage.ts'
import { openCharts, sendAlone, sendTogether, type Workload } from './workload.ts'

/** A version that runs: in a database and processes of its own, warm, and frozen. */
export type Stage = {
  /** What this connection does is not counted. */
  readonly meter: Client
  readonly vacuumer: Client
  readonly web: Web
  readonly worker: Running
  readonly key: string
  readonly postgres_pid: number
}

/** While they are frozen, connections must not grow too old. */
const ENV = { LOG_LEVEL: 'info', KEEP_ALIVE_TIMEOUT_MS: '600000' }
const PATIENCE_MS = 600_000

export function withStage<Result>(
  server: BenchServer,
  checkout: Checkout,
  workload: Workload,
  use: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  return server.withEmptyDatabase(async (urls) => {
    const database_url = await release(checkout, urls)
    const key = await issueKey(checkout, database_url)
    const meter = await connect(urls.migration_database_url)
    const vacuumer = await connect(urls.migration_database_url)
    await prepareMeter(meter)
    const web = await startWeb(database_url, ENV, checkout.web)
    await openCharts(web.url, key, workload.customers)
    // Nothing is blocked yet, so these have nothing to do, and take the worker two seconds each.
    await meter.query(`delete from pgboss.job where name = 'facts.reevaluate'`)
    const worker = startProcess(checkout.worker, database_url, ENV)
    const stage = { meter, vacuumer, web, worker, key, postgres_pid: server.pid }
    try {
      await warmUp(stage, workload)
      return await use(stage)
    } finally {
      await Promise.all([worker.stop(), web.stop(), meter.end(), vacuumer.end()])
    }
  })
}

export function freeze(...processes: readonly Running[]): void {
  for (const { child } of processes) child.kill('SIGSTOP')
}

export function thaw(...processes: readonly Running[]): void {
  for (const { child } of processes) child.kill('SIGCONT')
}

/** Waits until so many facts are decided and no job is left, makes sure that all were posted, and freezes the worker. */
export async function drain({ meter, worker }: Stage, facts: number): Promise<void> {
  await until(meter, `select coalesce(sum(last_event_number), 0) >= ${facts} as is_so from event_heads`)
  await until(
    meter,
    `select not exists (
      select from pgboss.job
      where state < 'completed' and name not like '\\_\\_pgboss%' and start_after < now() + interval '1 minute'
    ) as is_so`,
  )
  freeze(worker)
  const { rows } = await meter.query(`select count(*)::integer as count from fact_states where state = 'posted'`)
  if (rows[0].count !== facts) throw new Error(`Of ${facts} facts, only ${rows[0].count} were posted.`)
}

/** Does at a certain time what PostgreSQL otherwise does when it likes. */
export async function vacuum({ vacuumer }: Stage): Promise<void> {
  await vacuumer.query('vacuum (analyze)')
}

/** Has code compiled, caches filled and the tables' statistics made. */
async function warmUp(stage: Stage, { warm_up }: Workload): Promise<void> {
  const { web, key } = stage
  const half = Math.ceil(warm_up.length / 2)
  await sendAlone(web.url, key, warm_up.slice(0, half))
  await sendTogether(web.url, key, warm_up.slice(half))
  await drain(stage, warm_up.length)
  freeze(web)
  await vacuum(stage)
}

async function until(client: Client, query: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await client.query(query)).rows[0].is_so) {
    if (performance.now() > end) throw new Error('The worker has not come to an end of the facts in ten minutes.')
    await sleep(50)
  }
}

async function connect(database_url: string): Promise<Client> {
  const client = new Client({ connectionString: database_url })
  client.on('error', () => {}) // a measurement that fails drops the database first
  await client.connect()
  return client
}
