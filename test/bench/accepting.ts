import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { type Best, measureAcceptBaseline } from './baseline/measure.ts'
import { openMeter, whereTimeGoes } from './cost/where-time-goes.ts'
import { documentText, openCustomers, sendBatches } from './documents.ts'
import { againstPgbench, measureAcceptPgbench } from './pgbench/measure.ts'
import { type BenchServer, type Database, startWeb } from './processes.ts'
import { type Row, ratioRow } from './table.ts'

const IN_FLIGHT = 64

/**
 * Documents accepted a second over HTTP, alone and in batches, each durable before its 202, against transactions a
 * second of the baseline. They take turns on the same server; the best of each counts.
 */
export async function measureAccepting(server: BenchServer, seconds: number): Promise<Row[]> {
  const alone: number[] = []
  const together: number[] = []
  const baselines: Best[] = []
  const polled: Best[] = []
  const pgbench: (Best | null)[] = []
  for (let round = 0; round < 2; round += 1) {
    await server.withDatabase(async (database) => {
      const web = await startWeb(database.database_url)
      const customers = await openCustomers(web.url, database.key, 50)
      await acceptAlone(web.url, database, customers, 2)
      alone.push(await acceptAlone(web.url, database, customers, seconds))
      together.push(await acceptTogether(web.url, database, customers, seconds))
      await web.stop()
    })
    await server.withDatabase(async (database) => {
      const web = await startWeb(database.database_url)
      const customers = await openCustomers(web.url, database.key, 50)
      await web.stop()
      baselines.push(await measureAcceptBaseline(database, customers, Math.ceil(seconds / 2)))
      polled.push(await measureAcceptBaseline(database, customers, Math.ceil(seconds / 2), null))
      pgbench.push(await measureAcceptPgbench(database, customers, Math.ceil(seconds / 2)))
    })
  }
  const baseline = baselines.reduce((fastest, other) => (other.rate > fastest.rate ? other : fastest))
  const against = `${Math.round(baseline.rate)}/s (baseline, ${baseline.connections} connections)`
  const [single, batched] = [Math.max(...alone), Math.max(...together)]
  return [
    ratioRow(
      `accepting expense documents over HTTP, ${IN_FLIGHT} in flight`,
      `${Math.round(single)}/s against ${against}`,
      single / baseline.rate,
      { least: 1.5 },
      { alone, baselines, without_waking_the_workers: polled },
    ),
    ratioRow(
      'accepting them in batches of 100',
      `${Math.round(batched)}/s against ${against}`,
      batched / baseline.rate,
      { least: 4 },
      { together, baselines, without_waking_the_workers: polled },
    ),
    againstPgbench('accepting them one by one', single, pgbench, 1.3),
    againstPgbench('accepting them in batches', batched, pgbench, 4),
    ...(await whereTimeOfAcceptingGoes(server, seconds)),
  ]
}

/** In a database whose statements are counted, which is not the one whose rates count. */
function whereTimeOfAcceptingGoes(server: BenchServer, seconds: number): Promise<Row[]> {
  return server.withDatabase(async (database) => {
    const meter = await openMeter(database)
    const web = await startWeb(database.database_url)
    try {
      const customers = await openCustomers(web.url, database.key, 50)
      await acceptAlone(web.url, database, customers, 2)
      const alone = async () => (await acceptAlone(web.url, database, customers, seconds)) * seconds
      const together = async () => (await acceptTogether(web.url, database, customers, seconds)) * seconds
      return [
        await whereTimeGoes('accepted one by one', meter, server, { web }, alone),
        await whereTimeGoes('accepted in batches', meter, server, { web }, together),
      ]
    } finally {
      await web.stop()
      await meter.end()
    }
  })
}

export async function acceptAlone(url: string, { key }: Database, customers: readonly string[], seconds: number) {
  let count = 0
  const result = await autocannon({
    url: `${url}/v1/source-facts/expense-documents`,
    method: 'POST',
    connections: IN_FLIGHT,
    duration: seconds,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    requests: [
      {
        setupRequest: (request) => {
          count += 1
          const reference = randomUUID()
          const customer = customers[count % customers.length] as string
          return {
            ...request,
            body: documentText(customer, reference),
            headers: { ...request.headers, 'idempotency-key': reference },
          }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result['2xx'] / result.duration
}

async function acceptTogether(url: string, { key }: Database, customers: readonly string[], seconds: number) {
  const started = performance.now()
  let count = 0
  while (performance.now() - started < seconds * 1_000) {
    await sendBatches(url, key, 2_000, customers)
    count += 2_000
  }
  return (count * 1_000) / (performance.now() - started)
}
