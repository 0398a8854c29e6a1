import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { row, sql } from '../../../shared/store/db/database.ts'
import { refreshStatementTables } from '../../../shared/store/statements/account-period-totals.ts'
import { openCustomers } from '../documents.ts'
import { accepted, call } from '../http-client.ts'
import { type BenchServer, type Database, startWeb, type Web } from '../processes.ts'
import { percentile, type Row, ratioRow } from '../table.ts'
import { bookTax, RECORDS_OF_ENTRY } from './tax-history.ts'

const SAMPLES = 200
const P99_MS = 50
const YEAR = 2025
/** As many entries of these lines as a refresh leaves unfolded. */
const BEHIND = 76

type Read = { readonly what: string; readonly path: string; readonly has_no_goal?: true }

/** Returns and lists of tax records of a year with very many of them, and of its quarters. */
export function measureVatReturns(server: BenchServer, records: number): Promise<Row[]> {
  return server.withDatabase(async (database) => {
    const web = await startWeb(database.database_url)
    const [customer = ''] = await openCustomers(web.url, database.key, 1)
    await fill(web, database, customer, Math.ceil(records / RECORDS_OF_ENTRY))
    const rows: Row[] = []
    for (const read of await readsOf(web, database, customer)) rows.push(await measure(web, database, read, records))
    rows.push(await againstHledger(web, database, customer, records))
    await web.stop()
    return rows
  })
}

async function fill(web: Web, { key, pool, migration_database_url }: Database, customer: string, entries: number) {
  await accepted(web.url, key, 'PUT', `/v1/end-customers/${customer}`, { name: 'Muster AG', uid: 'CHE-123.456.788' })
  await pool.query(sql.type(row())`
    insert into fiscal_years (end_customer_id, fiscal_year_id, start_date, end_date)
    values (${customer}, ${`FY${YEAR}`}, ${`${YEAR}-01-01`}, ${`${YEAR}-12-31`})
    on conflict do nothing
  `)
  const folded = entries - BEHIND
  await bookTax(migration_database_url, customer, YEAR, { from: 0, through: folded, of: entries })
  await pool.transaction((tx) => refreshStatementTables(tx, [customer], { tax_behind: 0 }))
  await bookTax(migration_database_url, customer, YEAR, { from: folded, through: entries, of: entries })
  await pool.transaction((tx) => refreshStatementTables(tx, [customer]))
  await pool.query(sql.type(row())`vacuum analyze`)
  await pool.query(sql.type(row())`checkpoint`) // what filling has left to write is no part of a read
}

async function readsOf(web: Web, { key }: Database, customer: string): Promise<Read[]> {
  const period = (name: string) => `/v1/vat-returns/${name}?end_customer_id=${customer}`
  const list = `/v1/tax-records?end_customer_id=${customer}&limit=100`
  const late = await call(web.url, key, 'GET', `${list}&from_date=${YEAR}-12-30`)
  const deepest: string = JSON.parse(late.text).data[99].id
  return [
    { what: 'VAT return of a year', path: period(`${YEAR}`) },
    { what: 'VAT return of its last quarter', path: period(`${YEAR}-Q4`) },
    { what: 'VAT return of its second quarter', path: period(`${YEAR}-Q2`) },
    { what: 'tax records: the first page', path: list },
    { what: 'tax records: the page at the deepest cursor', path: `${list}&starting_after=${deepest}` },
    { what: 'tax records: the only one of a figure', path: `${list}&form_figure=410`, has_no_goal: true },
  ]
}

async function measure(web: Web, { key }: Database, { what, path, has_no_goal }: Read, records: number): Promise<Row> {
  const ms: number[] = []
  for (let sample = -20; sample < (has_no_goal ? SAMPLES / 10 : SAMPLES); sample += 1) {
    const reply = await call(web.url, key, 'GET', path)
    if (reply.status !== 200) throw new Error(`${what} was answered with ${reply.status}: ${reply.text}`)
    if (sample >= 0) ms.push(reply.ms)
  }
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)]
  return {
    what: `${what}, ${records.toLocaleString('en')} records`,
    measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    goal: has_no_goal ? '—' : `p99 ≤ ${P99_MS} ms`,
    is_reached: has_no_goal ? null : p99 <= P99_MS,
    figures: { p50, p99 },
  }
}

/** hledger sums up the lines with a tag of tax by their code; it computes no return. */
async function againstHledger(web: Web, { key }: Database, customer: string, records: number): Promise<Row> {
  const what = `VAT return of a year with ${records.toLocaleString('en')} records against hledger balance tag:tax`
  const goal = '≥ 200 ×'
  const { status, stdout } = spawnSync('hledger', ['--version'], { encoding: 'utf8' })
  if (status !== 0) return { what, measured: 'hledger is not installed', goal, is_reached: null, figures: {} }
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-bench-'))
  const file = join(folder, 'all.journal')
  const journal = `/v1/journal-entries?end_customer_id=${customer}&format=ledger`
  writeFileSync(file, (await call(web.url, key, 'GET', journal)).text)
  const started = performance.now()
  const query = ['-f', file, 'balance', 'tag:tax', '--pivot', 'tax', '-p', String(YEAR)]
  const { status: ended, stderr } = spawnSync('hledger', query, {
    encoding: 'utf8',
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  })
  const theirs = performance.now() - started
  rmSync(folder, { recursive: true })
  if (ended !== 0) return { what, measured: `hledger failed: ${stderr}`, goal, is_reached: null, figures: {} }
  const ours: number[] = []
  for (let sample = 0; sample < 50; sample += 1)
    ours.push((await call(web.url, key, 'GET', `/v1/vat-returns/${YEAR}?end_customer_id=${customer}`)).ms)
  const p50 = percentile(ours, 0.5)
  const measured = `${p50.toFixed(1)} ms against ${(theirs / 1_000).toFixed(1)} s`
  return ratioRow(what, measured, theirs / p50, { least: 200 }, { p50, theirs, hledger: stdout.trim() })
}
