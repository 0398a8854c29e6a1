import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import { openCustomers } from '../documents.ts'
import { call } from '../http-client.ts'
import { type BenchServer, type Database, startWeb, type Web } from '../processes.ts'
import { openQuietClient } from '../quiet-client.ts'
import { percentile, type Row } from '../table.ts'
import { bookInvoices } from './open-item-history.ts'

const SAMPLES = 400
const LISTS = 20
const P99_MS = 50
const ITEMS_PER_S = 100_000

/** The open items of today and of any day of ten years, by page and as a whole, among very many that are closed. */
export function measureOpenItems(server: BenchServer, invoices: number): Promise<Row[]> {
  const fill = (database: Database) => fillBooks(database, invoices)
  return server.withBooks({ name: `open_items_${invoices}`, fill }, async (database) => {
    const web = await startWeb(database.database_url)
    const customer = await database.pool.oneFirst(
      sql.type(row<{ end_customer_id: string }>())`select end_customer_id from end_customers`,
    )
    const path = (date: string) => `/v1/statements/open-items?end_customer_id=${customer}&side=receivables&date=${date}`
    const today = path(todayInSwitzerland())
    const first = await call(web.url, database.key, 'GET', `${today}&limit=100`)
    const { next_cursor }: { next_cursor: string } = JSON.parse(first.text)
    const rows = [
      await measurePages(web, database, 'today', () => today),
      await measurePages(web, database, 'today, behind the first page', () => `${today}&starting_after=${next_cursor}`),
      await measurePages(web, database, 'any day of ten years', (sample) => path(dayOf(sample))),
      await measureList(web, database, path),
    ]
    await web.stop()
    return rows
  })
}

async function fillBooks(database: Database, invoices: number): Promise<void> {
  const web = await startWeb(database.database_url)
  const [customer = ''] = await openCustomers(web.url, database.key, 1)
  await web.stop()
  await bookInvoices(database.migration_database_url, customer, invoices)
  await database.pool.query(sql.type(row())`analyze`) // what has grown in hours elsewhere has statistics
  await refreshWhole(database.pool, [customer])
  await database.pool.query(sql.type(row())`vacuum analyze`)
  await database.pool.query(sql.type(row())`checkpoint`) // what filling has left to write is no part of a read
}

/** Days of the middle eight years, each another one. */
function dayOf(sample: number): string {
  return addDays(todayInSwitzerland(), -365 - ((sample * 997) % 2_920))
}

async function measurePages(web: Web, { key }: Database, what: string, path: (sample: number) => string): Promise<Row> {
  const client = await openQuietClient(web.url, key)
  const ms: number[] = []
  for (let sample = -20; sample < SAMPLES; sample += 1) {
    const reply = await client.get(`${path(sample + 20)}&limit=500`)
    if (reply.status !== 200) throw new Error(`open items were answered with ${reply.status}`)
    if (sample >= 0) ms.push(reply.ms)
  }
  client.close()
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)]
  return {
    what: `open items: totals, ageing by partner and a page of 500, ${what}`,
    measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    goal: `p99 ≤ ${P99_MS} ms`,
    is_reached: p99 <= P99_MS,
    figures: { p50, p99 },
  }
}

async function measureList(web: Web, { key }: Database, path: (date: string) => string): Promise<Row> {
  const rates: number[] = []
  for (let sample = -3; sample < LISTS; sample += 1) {
    const reply = await call(web.url, key, 'GET', path(dayOf(sample + 3)), undefined, 'text/csv')
    if (reply.status !== 200) throw new Error(`the list was answered with ${reply.status}: ${reply.text}`)
    const items = reply.text.split('\r\n').length - 2
    if (sample >= 0) rates.push((items / reply.ms) * 1_000)
  }
  const rate = percentile(rates, 0.5)
  return {
    what: 'open items: the whole list as CSV',
    measured: `${Math.round(rate).toLocaleString('en')} items/s`,
    goal: `≥ ${ITEMS_PER_S.toLocaleString('en')} items/s`,
    is_reached: rate >= ITEMS_PER_S,
    figures: { items_per_s: rate },
  }
}
