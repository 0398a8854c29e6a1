import { setTimeout as sleep } from 'node:timers/promises'
import { row, sql } from '../../../shared/store/db/database.ts'
import { runCli } from '../../support/processes/run-cli.ts'
import { acceptAlone } from '../accepting.ts'
import { cpuOf } from '../cost/cpu.ts'
import { sendBatches } from '../documents.ts'
import { call } from '../http-client.ts'
import { type BenchServer, type Database, startProcess, startWeb } from '../processes.ts'
import { percentile } from '../table.ts'
import { ORIGINAL } from './fill-customers.ts'

const AT_WORK = 100
const DRAINED = 10_000
const SAMPLES = 200
/** Once a minute a worker compares the figures of all end customers. */
const IDLE_MS = 65_000
const WARM_UP_MS = 15_000

export type Figures = {
  readonly accepted: number
  readonly drained: number
  readonly started: number
  readonly ready: number
  readonly list: number
  readonly queues: number
  readonly verified: number
}

/** What a database takes for the work of a hundred of its end customers, and for what is about all of them. */
export async function measureCustomers(database: Database, seconds: number): Promise<Figures> {
  const { database_url, key } = database
  const customers = await findCustomers(database)
  const web = await startWeb(database_url)
  const decided = () => countDecided(database, customers)
  const already = await decided()
  const accepted = await acceptAlone(web.url, database, customers, seconds)
  await sendBatches(web.url, key, DRAINED, customers)
  const waiting = await countWaiting(database)
  const began = performance.now()
  const worker = startProcess({ args: ['workers/main.ts'] }, database_url)
  try {
    while ((await decided()) === already) await sleep(5)
    const first = { at: performance.now(), decided: await decided() }
    while ((await decided()) < already + waiting) await sleep(20)
    const drained = ((already + waiting - first.decided) * 1_000) / (performance.now() - first.at)
    const ready = await p99Of(web.url, key, '/readyz')
    const list = await p99Of(web.url, key, '/v1/end-customers?limit=100')
    const queues = await timeOf(database_url, 'queues')
    const verified = await timeOf(database_url, 'verify', '--end-customer', await findOriginal(database))
    return { accepted, drained, started: first.at - began, ready, list, queues, verified }
  } finally {
    await worker.stop()
    await web.stop()
  }
}

/** @returns milliseconds of CPU a second that a worker and PostgreSQL take while nothing is to be done */
export async function measureIdle(server: BenchServer, { database_url }: Database): Promise<number> {
  const worker = startProcess({ args: ['workers/main.ts'] }, database_url)
  await sleep(WARM_UP_MS)
  const used = () => cpuOf(worker.child.pid) + cpuOf(server.pid)
  const before = used()
  await sleep(IDLE_MS)
  const idle = (used() - before) / IDLE_MS
  await worker.stop()
  return idle
}

/** Those that stand together in no index but the one of their ids. */
async function findCustomers({ pool }: Database): Promise<readonly string[]> {
  const found = await pool.anyFirst(sql.type(row<{ end_customer_id: string }>())`
    select end_customer_id from end_customers order by md5(end_customer_id::text) limit ${AT_WORK}
  `)
  return [...found]
}

function findOriginal({ pool }: Database): Promise<string> {
  return pool.oneFirst(sql.type(row<{ end_customer_id: string }>())`
    select end_customer_id from end_customers where name = ${ORIGINAL}
  `)
}

/** The counters of the feeds count decisions, without touching the tables that the worker writes to. */
function countDecided({ pool }: Database, customers: readonly string[]): Promise<number> {
  return pool.oneFirst(sql.type(row<{ count: number }>())`
    select coalesce(sum(last_event_number), 0)::integer as count from event_heads
    where end_customer_id = any(${sql.array(customers, 'uuid')})
  `)
}

function countWaiting({ pool }: Database): Promise<number> {
  return pool.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from fact_states where state = 'received' and failed_at is null
  `)
}

async function p99Of(url: string, key: string, path: string): Promise<number> {
  const ms: number[] = []
  for (let sample = -10; sample < SAMPLES; sample += 1) {
    const reply = await call(url, key, 'GET', path)
    if (reply.status !== 200) throw new Error(`${path} was answered with ${reply.status}: ${reply.text}`)
    if (sample >= 0) ms.push(reply.ms)
  }
  return percentile(ms, 0.99)
}

/** Of a command, from its start to its end. */
async function timeOf(database_url: string, ...args: string[]): Promise<number> {
  const began = performance.now()
  const { code, stdout, stderr } = await runCli('shared/cli/ops.ts', args, { DATABASE_URL: database_url })
  if (code !== 0) throw new Error(`ops ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`)
  return performance.now() - began
}
