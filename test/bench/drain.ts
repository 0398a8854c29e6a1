import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { row, sql } from '../../shared/store/database.ts'
import { chart, expense } from '../support/examples.ts'
import { type Bench, startProcess, startWeb } from './processes.ts'

const ITEMS_PER_BATCH = 100
const BATCHES_IN_FLIGHT = 4
const CUSTOMERS = 50

/**
 * How many expense documents a second one web process accepts in batches, and one worker process then evaluates and
 * posts. The worker is started when all of them are waiting; the clock runs from its first booking to its last.
 */
export async function measureDraining({ database_url, key, pool }: Bench, facts: number): Promise<void> {
  const web = await startWeb(database_url)
  const send = async (method: string, path: string, body: object) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const { ok, status } = await fetch(web.url + path, { method, headers, body: JSON.stringify(body) })
    if (!ok) throw new Error(`${method} ${path} was answered with ${status}`)
  }
  const customers = Array.from({ length: CUSTOMERS }, () => randomUUID())
  for (const customer of customers) await send('PUT', '/v1/accounts', chart(customer))
  const batches = Array.from({ length: facts / ITEMS_PER_BATCH }, (_, batch) => ({
    items: Array.from({ length: ITEMS_PER_BATCH }, (_, item) =>
      expense(customers[(batch * ITEMS_PER_BATCH + item) % CUSTOMERS] as string),
    ),
  }))
  const started = performance.now()
  const sender = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) await send('POST', '/v1/source-facts/batch', batch)
  }
  await Promise.all(Array.from({ length: BATCHES_IN_FLIGHT }, sender))
  console.log(`batches of ${ITEMS_PER_BATCH}: ${perSecond(facts, started)} accepted/s`)
  await web.stop()

  // The feeds' heads count what is decided, without touching the tables that the worker writes to.
  const decided = () =>
    pool.oneFirst(sql.type(row<{ count: number }>())`
      select coalesce(sum(last_event_number), 0)::integer as count from event_heads
      where end_customer_id = any(${sql.array(customers, 'uuid')})
    `)
  const worker = startProcess('workers/main.ts', database_url, {})
  while ((await decided()) === 0) await sleep(2)
  const first = performance.now()
  const already = await decided()
  while ((await decided()) < facts) await sleep(20)
  console.log(`a backlog of ${facts}: ${perSecond(facts - already, first)} posted/s`)
  await worker.stop()
}

function perSecond(count: number, since: number): number {
  return Math.round((count * 1_000) / (performance.now() - since))
}
