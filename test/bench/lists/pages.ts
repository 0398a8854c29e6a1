import { setTimeout as sleep } from 'node:timers/promises'
import { row, sql } from '../../../shared/store/db/database.ts'
import { countFigures } from '../../../shared/store/setup/end-customer-figures.ts'
import { refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import { bankEntry, camt053Message, IBAN, transaction } from '../../camt053/messages.ts'
import { INVOICES, invoice } from '../../support/requests/examples.ts'
import { document, openCustomers } from '../documents.ts'
import { accepted, call } from '../http-client.ts'
import { postLines } from '../post-lines.ts'
import { type BenchServer, type Database, startProcess, startWeb, type Web } from '../processes.ts'
import { percentile, type Row } from '../table.ts'
import { type Known, PAGES } from './pages-of-reads.ts'

const P99_MS = 50
const FACTS = 120

/** Pages of an end customer with very many lines, one after the other, as a browser asks for them: how long until the first byte. */
export function measurePages(server: BenchServer, lines: number, samples: number): Promise<Row[]> {
  return server.withDatabase(async (database) => {
    const known = await fillPages(database, lines)
    const web = await startWeb(database.database_url)
    const rows: Row[] = []
    for (const [what, path] of PAGES) {
      const ms = await measureFirstByte(web, database, path(known), samples)
      rows.push(firstByteOf(`page: ${what}, ${lines} lines`, ms))
    }
    await web.stop()
    return rows
  })
}

/** Very many lines, and as much of everything else as fills a page. */
export async function fillPages(database: Database, lines: number): Promise<Known> {
  const { database_url, key, pool } = database
  const web = await startWeb(database_url)
  const [customer = ''] = await openCustomers(web.url, key, 1)
  const entry = await postLines(database, customer, lines)
  const worker = startProcess({ args: ['workers/main.ts'] }, database_url)
  for (let n = 0; n < FACTS; n += 1) {
    await accepted(web.url, key, 'POST', '/v1/source-facts/expense-documents', document(customer))
    await accepted(web.url, key, 'POST', INVOICES, invoice(customer, { external_reference: `RE-${n}` }))
  }
  const bankEntries = Array.from({ length: FACTS }, (_, n) =>
    bankEntry({ amount: `${n + 100}.00`, details: transaction({ amount: `${n + 100}.00` }) }),
  )
  await uploadStatement(web, key, customer, camt053Message({ bankEntries: bankEntries.join('') }))
  const idOf = async (path: string): Promise<string> => {
    for (;;) {
      const [first] = JSON.parse(
        (await call(web.url, key, 'GET', `${path}end_customer_id=${customer}&limit=1`)).text,
      ).data
      if (first) return first.id
      await sleep(100)
    }
  }
  const known = {
    customer,
    entry,
    iban: IBAN,
    fact: await idOf('/v1/source-facts?state=posted&'),
    document: await idOf('/v1/documents?'),
    payable: await idOf('/v1/supplier-payables?'),
    bank_entry: await idOf('/v1/camt-053/entries?'),
    payment: await idOf('/v1/payments?'),
  }
  await untilIdle(database)
  await worker.stop()
  await web.stop()
  await refreshWhole(pool, [customer], { tax_behind: 0 })
  await pool.transaction((tx) => countFigures(tx, 10))
  await pool.query(sql.type(row())`vacuum analyze`)
  return known
}

async function uploadStatement({ url }: Web, key: string, customer: string, xml: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': customer, 'content-type': 'application/xml' }
  const path = `${url}/v1/camt-053/imports?end_customer_id=${customer}`
  const answer = await fetch(path, { method: 'POST', headers, body: xml })
  if (!answer.ok) throw new Error(`the bank statement was answered with ${answer.status}: ${await answer.text()}`)
}

async function untilIdle({ pool }: Database): Promise<void> {
  const waiting = () =>
    pool.oneFirst(sql.type(row<{ count: number }>())`
      select count(*)::integer as count from fact_states where state not in ('posted', 'blocked')
    `)
  while ((await waiting()) > 0) await sleep(100)
}

export async function measureFirstByte(web: Web, { key }: Database, path: string, samples: number): Promise<number[]> {
  const ms: number[] = []
  for (let sample = -20; sample < samples; sample += 1) {
    const reply = await call(web.url, key, 'GET', path, undefined, 'text/html')
    if (reply.status !== 200) throw new Error(`the page ${path} was answered with ${reply.status}: ${reply.text}`)
    if (sample >= 0) ms.push(reply.first_ms)
  }
  return ms
}

function firstByteOf(what: string, ms: readonly number[]): Row {
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)]
  return {
    what,
    measured: `first byte p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    goal: `p99 ≤ ${P99_MS} ms`,
    is_reached: p99 <= P99_MS,
    figures: { p50, p99 },
  }
}
