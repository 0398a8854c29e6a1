import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import type { Database } from '../processes.ts'
import { acceptOne } from './accept-one.ts'
import { postOne } from './post-one.ts'

/**
 * The baseline has the same effect in the same tables, as a careful service would write it by hand: plain `pg`, prepared
 * queries, one transaction for each request and for each entry, no HTTP, no queue library, the chart in memory. It gets
 * the number of connections that it is fastest with.
 */
const CONNECTIONS = [4, 8, 16, 32]

export type Best = { readonly rate: number; readonly connections: number }

/** Wakes the workers, as accepting does, so that they post within milliseconds; a worker that polls needs no channel. */
const CHANNEL = 'baseline'

/** Requests a second: idempotency record, fact and job in one transaction. */
export function measureAcceptBaseline(
  database: Database,
  customers: readonly string[],
  seconds: number,
  channel: string | null = CHANNEL,
) {
  return best((connections) => {
    const client_id = randomUUID()
    let count = 0
    return measure(database.migration_database_url, connections, seconds, (client) => {
      count += 1
      return acceptOne(client, client_id, customers[count % customers.length] as string, channel)
    })
  })
}

/** Journal entries a second: job, fact, ledger lock, entry with lines, open item and event in one transaction. */
export async function measurePostBaseline(database: Database, customers: readonly string[], seconds: number) {
  const settings = await readPostingSettings(database.pool, customers)
  return best(async (connections) => {
    const jobs = Math.ceil((seconds + 1) * 1_500)
    await withClients(database.migration_database_url, 8, async (clients) => {
      let left = jobs
      const client_id = randomUUID()
      await Promise.all(
        clients.map(async (client) => {
          while (left-- > 0) await acceptOne(client, client_id, customers[left % customers.length] as string, null)
        }),
      )
    })
    return measure(database.migration_database_url, connections, seconds, (client) => postOne(client, settings))
  })
}

async function best(run: (connections: number) => Promise<number>): Promise<Best> {
  const found: Best[] = []
  for (const connections of CONNECTIONS) found.push({ connections, rate: await run(connections) })
  return found.reduce((fastest, other) => (other.rate > fastest.rate ? other : fastest))
}

async function measure(url: string, connections: number, seconds: number, one: (client: PoolClient) => Promise<void>) {
  return withClients(url, connections, async (clients) => {
    let count = 0
    let isOver = false
    const loops = clients.map(async (client) => {
      while (!isOver) {
        await one(client)
        count += 1
      }
    })
    await sleep(1_000)
    const [already, started] = [count, performance.now()]
    await sleep(seconds * 1_000)
    const rate = ((count - already) * 1_000) / (performance.now() - started)
    isOver = true
    await Promise.all(loops)
    return rate
  })
}

async function withClients<Result>(url: string, connections: number, use: (clients: PoolClient[]) => Promise<Result>) {
  const pool = new Pool({ connectionString: url, max: connections })
  pool.on('error', () => {}) // the database is dropped while the last connection is saying goodbye
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  try {
    return await use(clients)
  } finally {
    for (const client of clients) client.release()
    await pool.end()
  }
}
