import { call } from '../http-client.ts'
import { type BenchServer, type Database, startWeb, type Web } from '../processes.ts'
import { percentile, type Row } from '../table.ts'
import { CUSTOMER, FILED, fillReturns, YEAR } from './fill-returns.ts'
import { againstHledger } from './hledger.ts'

const SAMPLES = 200
const P99_MS = 50

type Read = { readonly what: string; readonly path: string }

/** Returns, their records and the reconciliation of a year with very many tax records. */
export function measureVatReturns(server: BenchServer, records: number): Promise<Row[]> {
  const fill = (database: Database) => fillReturns(database, records)
  return server.withBooks({ name: `vat_return_${records}`, fill }, (database) => measureReads(database, records))
}

async function measureReads(database: Database, records: number): Promise<Row[]> {
  const web = await startWeb(database.database_url)
  const rows: Row[] = []
  rows.push(await againstHledger(web, database, records))
  for (const read of await readsOf(web, database)) {
    const row = await measure(web, database, read, records)
    console.log(`${row.what}: ${row.measured}`)
    rows.push(row)
  }
  await web.stop()
  return rows
}

async function readsOf(web: Web, { key }: Database): Promise<Read[]> {
  const answerOf = async (path: string) => JSON.parse((await call(web.url, key, 'GET', path)).text)
  const of = (path: string, query: object = {}) =>
    `/v1/${path}?${new URLSearchParams({ end_customer_id: CUSTOMER, ...query })}`
  const year = await answerOf(of(`vat-returns/${YEAR}`))
  const recordsOf = (figure: string): string =>
    year.lines.find((line: { figure: string | null }) => line.figure === figure).records
  const list = of('tax-records')
  const late = { from_date: `${YEAR}-12-30` }
  const last = (await answerOf(of('tax-records', late))).data.at(-1).id
  const lastOf303 = (await answerOf(of('tax-records', { ...late, form_figure: '303' }))).data.at(-1).id
  const reconciled = { fiscal_year_id: `FY${YEAR}` }
  return [
    { what: 'VAT return of a year', path: of(`vat-returns/${YEAR}`) },
    { what: 'VAT return of its last quarter', path: of(`vat-returns/${YEAR}-Q4`) },
    { what: 'VAT return of its second quarter', path: of(`vat-returns/${YEAR}-Q2`) },
    { what: 'VAT return that was filed', path: of(`vat-returns/${FILED}`) },
    { what: 'tax records: the first page', path: list },
    { what: 'tax records: the page at the deepest cursor', path: `${list}&starting_after=${last}` },
    { what: 'tax records of figure 303: the first page', path: recordsOf('303') },
    {
      what: 'tax records of figure 303: at the deepest cursor',
      path: `${recordsOf('303')}&starting_after=${lastOf303}`,
    },
    { what: 'tax records of figure 410: the only one', path: recordsOf('410') },
    { what: 'reconciliation of a year', path: of('statements/vat-reconciliation', reconciled) },
    {
      what: 'reconciliation of a year: entries with turnover',
      path: of('statements/vat-reconciliation/entries', { ...reconciled, category: 'recorded', account_code: '3400' }),
    },
    {
      what: 'reconciliation of a year: entries of 2200 that settle returns',
      path: of('statements/vat-reconciliation/entries', {
        ...reconciled,
        category: 'transferred',
        account_code: '2200',
      }),
    },
  ]
}

async function measure(web: Web, { key }: Database, { what, path }: Read, records: number): Promise<Row> {
  const ms: number[] = []
  for (let sample = -20; sample < SAMPLES; sample += 1) {
    const reply = await call(web.url, key, 'GET', path)
    if (reply.status !== 200) throw new Error(`${what} was answered with ${reply.status}: ${reply.text}`)
    if (sample >= 0) ms.push(reply.ms)
  }
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)]
  return {
    what: `${what}, ${records.toLocaleString('en')} records`,
    measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    goal: `p99 ≤ ${P99_MS} ms`,
    is_reached: p99 <= P99_MS,
    figures: { p50, p99 },
  }
}
