import { setTimeout as sleep } from 'node:timers/promises'
import { row, sql } from '../../shared/store/db/database.ts'
import { measurePostBaseline } from './baseline/measure.ts'
import { openMeter, whereTimeGoes } from './cost/where-time-goes.ts'
import { openCustomers, sendBatches, someDayOfTwoYears } from './documents.ts'
import { againstPgbench, measurePostPgbench } from './pgbench/measure.ts'
import { type BenchServer, type Database, type Running, startProcess, startWeb } from './processes.ts'
import { type Row, ratioRow } from './table.ts'

type Draining = {
  /** Accepts documents while the worker is frozen, thaws it, and answers how many a second it decided. */
  drain(customers: readonly string[], facts: number, day?: () => string, begun?: () => void): Promise<number>
  /** How many facts it has decided. */
  decided(): Promise<number>
  readonly url: string
  readonly web: Running
  readonly worker: Running
}

/**
 * Journal entries a second that one worker process evaluates and posts out of a backlog: against the baseline, with much
 * waiting against little, and for one end customer against many.
 */
export async function measureDraining(server: BenchServer, seconds: number, large: number): Promise<Row[]> {
  const baseline = await withCustomers(server, (database, customers) =>
    measurePostBaseline(database, customers, seconds),
  )
  const pgbench = await withCustomers(server, (database, customers) =>
    measurePostPgbench(database, customers, Math.ceil(seconds)),
  )
  const rates = await server.withDatabase((database) =>
    withWorker(database, (draining) => drainInRounds(draining, database, large)),
  )
  const perSecond = (rate: number) => `${Math.round(rate)}/s`
  const figures = { baseline, ...rates }
  return [
    ratioRow(
      'draining a backlog of 20,000, one worker process',
      `${perSecond(rates.many)} against ${perSecond(baseline.rate)} (baseline, ${baseline.connections} connections)`,
      rates.many / baseline.rate,
      { least: 5 },
      figures,
    ),
    ratioRow(
      `with ${large} waiting, against 1,000`,
      `${perSecond(rates.large)} against ${perSecond(rates.small)}`,
      rates.large / rates.small,
      { least: 0.85 },
      figures,
    ),
    ratioRow(
      'one end customer, dates over two years, against 50 with the date of today',
      `${perSecond(rates.one)} against ${perSecond(rates.many)}`,
      rates.one / rates.many,
      { least: 0.9 },
      figures,
    ),
    againstPgbench('draining a backlog of 20,000', rates.many, [pgbench], 8),
    await whereTimeOfDrainingGoes(server),
  ]
}

function withCustomers<Result>(
  server: BenchServer,
  use: (database: Database, customers: readonly string[]) => Promise<Result>,
): Promise<Result> {
  return server.withDatabase(async (database) => {
    const web = await startWeb(database.database_url)
    const customers = await openCustomers(web.url, database.key, 50)
    await web.stop()
    return use(database, customers)
  })
}

/** In a database whose statements are counted, which is not the one whose rates count. */
function whereTimeOfDrainingGoes(server: BenchServer): Promise<Row> {
  return server.withDatabase(async (database) => {
    const meter = await openMeter(database)
    try {
      return await withWorker(database, async ({ url, web, worker, drain, decided }) => {
        const customers = await openCustomers(url, database.key, 50)
        await drain(customers, 10_000)
        worker.child.kill('SIGSTOP')
        await sendBatches(url, database.key, 20_000, customers)
        return whereTimeGoes('drained', meter, server, { web, worker }, async () => {
          const already = await decided()
          worker.child.kill('SIGCONT')
          while ((await decided()) < already + 20_000) await sleep(20)
          return 20_000
        })
      })
    } finally {
      await meter.end()
    }
  })
}

/** @returns facts a second: little waiting, much waiting, many end customers, and one */
async function drainInRounds({ url, drain }: Draining, { key }: Database, large: number) {
  const customers = await openCustomers(url, key, 50)
  await drain(customers, 5_000) // the worker's code is compiled and its settings are in memory
  const small: number[] = []
  for (let round = 0; round < 10; round += 1) small.push(await drain(customers, 1_000))
  // Both in both orders and twice, because the tables grow, vacuum runs at times, and one drain is as good as ±5 %.
  const [customer = ''] = await openCustomers(url, key, 1)
  const many_rates: number[] = []
  const one_rates: number[] = []
  const drainMany = async () => many_rates.push(await drain(customers, 20_000))
  const drainOne = async () => one_rates.push(await drain([customer], 20_000, someDayOfTwoYears))
  for (const next of [drainMany, drainOne, drainOne, drainMany, drainMany, drainOne, drainOne, drainMany]) await next()
  const [many, one] = [harmonicMean(many_rates), harmonicMean(one_rates)]
  const rounds = { many: many_rates, one: one_rates }
  return { small: harmonicMean(small), many, one, rounds, large: await drain(customers, large) }
}

export async function withWorker<Result>(
  { database_url, key, pool }: Database,
  use: (draining: Draining) => Promise<Result>,
): Promise<Result> {
  const web = await startWeb(database_url)
  const worker = startProcess({ args: ['workers/main.ts'] }, database_url)
  // The counters of the feeds count decisions, without touching the tables that the worker writes to.
  const decided = () =>
    pool.oneFirst(sql.type(row<{ count: number }>())`
      select coalesce(sum(last_event_number), 0)::integer as count from event_heads
    `)
  const drain: Draining['drain'] = async (customers, facts, day, begun) => {
    const already = await decided()
    worker.child.kill('SIGSTOP')
    await sendBatches(web.url, key, facts, customers, day)
    // An idle moment for the server, so that it does not flush accepted facts while journal entries are counted.
    await pool.query(sql.type(row())`checkpoint`)
    worker.child.kill('SIGCONT')
    begun?.()
    const started = performance.now()
    while ((await decided()) < already + facts) await sleep(facts > 5_000 ? 20 : 4)
    return (facts * 1_000) / (performance.now() - started)
  }
  try {
    return await use({ url: web.url, web, worker, drain, decided })
  } finally {
    await worker.stop()
    await web.stop()
  }
}

/** The mean of rates over equal amounts of work. */
function harmonicMean(rates: readonly number[]): number {
  return rates.length / rates.reduce((sum, rate) => sum + 1 / rate, 0)
}
