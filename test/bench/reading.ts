import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { row, sql } from '../../shared/store/db/database.ts'
import { refreshWhole } from '../../shared/store/statements/account-period-totals.ts'
import { openCustomers } from './documents.ts'
import { call } from './http-client.ts'
import { postLines } from './post-lines.ts'
import { type BenchServer, type Database, startWeb, type Web } from './processes.ts'
import { percentile, type Row, ratioRow } from './table.ts'

const SMALL = 10_000
const SAMPLES = 300
const P99_MS = 50
const YEAR = todayInSwitzerland().slice(0, 4)

export type Journal = { readonly customer: string; readonly deepest: string }
export type Read<Books> = { readonly what: string; path(books: Books): string }

export const READS: readonly Read<Journal>[] = [
  {
    what: 'OR balance sheet with comparison and months',
    path: ({ customer }) =>
      `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY${YEAR}` +
      '&comparison=prior_fiscal_year&granularity=month',
  },
  {
    what: 'journal page at the deepest cursor',
    path: ({ customer, deepest }) =>
      `/v1/journal-entries?end_customer_id=${customer}&limit=50&starting_after=${deepest}`,
  },
  {
    what: 'account ledger page',
    path: ({ customer }) =>
      `/v1/statements/account-ledger?end_customer_id=${customer}&fiscal_year_id=FY${YEAR}&account_code=2000&limit=50`,
  },
]

/** Reads of an end customer with very many lines against the same reads of one with few, and against hledger. */
export function measureReading(server: BenchServer, large: number): Promise<Row[]> {
  return server.withDatabase(async (database) => {
    const web = await startWeb(database.database_url)
    const [few = '', many = ''] = await openCustomers(web.url, database.key, 2)
    const small = { customer: few, deepest: await postLines(database, few, SMALL) }
    const big = { customer: many, deepest: await postLines(database, many, large) }
    await refreshWhole(database.pool, [few, many])
    await database.pool.query(sql.type(row())`vacuum analyze`)
    const rows: Row[] = []
    for (const read of READS)
      rows.push(await compareReads(web, database, read, small, big, `${large} lines against ${SMALL}`))
    rows.push(await againstHledger(web, database, many, large))
    await web.stop()
    return rows
  })
}

/** In turns, so that whatever else the machine does meets both. */
export async function compareReads<Books>(
  web: Web,
  { key }: Database,
  read: Read<Books>,
  small: Books,
  big: Books,
  sizes: string,
): Promise<Row> {
  const ms = { small: [] as number[], big: [] as number[] }
  for (let sample = -20; sample < SAMPLES; sample += 1) {
    for (const [name, journal] of [
      ['small', small],
      ['big', big],
    ] as const) {
      const reply = await call(web.url, key, 'GET', read.path(journal))
      if (reply.status !== 200) throw new Error(`${read.what} was answered with ${reply.status}: ${reply.text}`)
      if (sample >= 0) ms[name].push(reply.ms)
    }
  }
  const p50 = { small: percentile(ms.small, 0.5), big: percentile(ms.big, 0.5) }
  const p99 = percentile(ms.big, 0.99)
  const row = ratioRow(
    `${read.what}, ${sizes}`,
    `p50 ${p50.big.toFixed(1)} ms (p99 ${p99.toFixed(1)} ms) against ${p50.small.toFixed(1)} ms`,
    p50.big / p50.small,
    { most: 1.5 },
    { p50, p99 },
  )
  return { ...row, goal: `${row.goal}, p99 ≤ ${P99_MS} ms`, is_reached: row.is_reached === true && p99 <= P99_MS }
}

/** Both answer the same question: we over HTTP out of the database, hledger out of the journal that we export. */
async function againstHledger(web: Web, { key }: Database, customer: string, lines: number): Promise<Row> {
  const what = `OR balance sheet at ${lines} lines against hledger balancesheet`
  const goal = '≥ 200 ×'
  const { status, stdout } = spawnSync('hledger', ['--version'], { encoding: 'utf8' })
  if (status !== 0) return { what, measured: 'hledger is not installed', goal, is_reached: null, figures: {} }
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-bench-'))
  const file = join(folder, 'all.journal')
  writeFileSync(
    file,
    (await call(web.url, key, 'GET', `/v1/journal-entries?end_customer_id=${customer}&format=ledger`)).text,
  )
  const started = performance.now()
  const { status: ended, stderr } = spawnSync('hledger', ['-f', file, 'balancesheet'], {
    encoding: 'utf8',
    env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  })
  const theirs = performance.now() - started
  rmSync(folder, { recursive: true })
  if (ended !== 0) return { what, measured: `hledger failed: ${stderr}`, goal, is_reached: null, figures: {} }
  const path = `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY${YEAR}`
  const ours: number[] = []
  for (let sample = 0; sample < 50; sample += 1) ours.push((await call(web.url, key, 'GET', path)).ms)
  const p50 = percentile(ours, 0.5)
  const measured = `${p50.toFixed(1)} ms against ${(theirs / 1_000).toFixed(1)} s`
  return ratioRow(what, measured, theirs / p50, { least: 200 }, { p50, theirs, hledger: stdout.trim() })
}
