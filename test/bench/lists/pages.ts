import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { countFigures } from '../../../shared/store/setup/end-customer-figures.ts'
import { refreshStatementTables } from '../../../shared/store/statements/account-period-totals.ts'
import { document, openCustomers } from '../documents.ts'
import { accepted, call } from '../http-client.ts'
import { postLines } from '../post-lines.ts'
import { type BenchServer, startWeb } from '../processes.ts'
import { percentile, type Row } from '../table.ts'

const P99_MS = 50
const FACTS = 120
const YEAR = todayInSwitzerland().slice(0, 4)

type Known = { readonly customer: string; readonly entry: string; readonly fact: string }
type Page = readonly [what: string, path: (known: Known) => string]

const of = ({ customer }: Known) => `end_customer_id=${customer}`
const ofYear = (known: Known) => `${of(known)}&fiscal_year_id=FY${YEAR}`
const PAGES: readonly Page[] = [
  ['list of end customers', () => '/v1/end-customers'],
  ['an end customer', ({ customer }) => `/v1/end-customers/${customer}`],
  ['list of facts', (known) => `/v1/source-facts?${of(known)}`],
  ['a fact', ({ fact }) => `/v1/source-facts/${fact}`],
  ['journal', (known) => `/v1/journal-entries?${of(known)}`],
  ['a journal entry', ({ entry }) => `/v1/journal-entries/${entry}`],
  [
    'OR balance sheet with the year before and months',
    (known) => `/v1/statements/or-balance-sheet?${ofYear(known)}&comparison=prior_fiscal_year&granularity=month`,
  ],
  [
    'OR income statement with the year before and months',
    (known) => `/v1/statements/or-income-statement?${ofYear(known)}&comparison=prior_fiscal_year&granularity=month`,
  ],
  ['trial balance', (known) => `/v1/statements/trial-balance?${ofYear(known)}`],
  [
    'account ledger, 100 lines',
    (known) => `/v1/statements/account-ledger?${ofYear(known)}&account_code=2000&limit=100`,
  ],
  ['fiscal years', (known) => `/v1/fiscal-years?${of(known)}`],
  ['events', (known) => `/v1/events?${of(known)}`],
]

/** Pages of an end customer with very many lines, one after the other, as a browser asks for them: how long until the first byte. */
export function measurePages(server: BenchServer, lines: number, samples: number): Promise<Row[]> {
  return server.withDatabase(async (database) => {
    const web = await startWeb(database.database_url)
    const [customer = ''] = await openCustomers(web.url, database.key, 1)
    const entry = await postLines(database, customer, lines)
    let fact = ''
    for (let n = 0; n < FACTS; n += 1) {
      const { text } = await accepted(
        web.url,
        database.key,
        'POST',
        '/v1/source-facts/expense-documents',
        document(customer),
      )
      fact = JSON.parse(text).id
    }
    await database.pool.transaction((tx) => refreshStatementTables(tx, [customer]))
    await database.pool.transaction((tx) => countFigures(tx, 10))
    await database.pool.query(sql.type(row())`vacuum analyze`)
    const rows: Row[] = []
    for (const [what, path] of PAGES) {
      const ms: number[] = []
      for (let sample = -20; sample < samples; sample += 1) {
        const reply = await call(web.url, database.key, 'GET', path({ customer, entry, fact }), undefined, 'text/html')
        if (reply.status !== 200)
          throw new Error(`the page of ${what} was answered with ${reply.status}: ${reply.text}`)
        if (sample >= 0) ms.push(reply.first_ms)
      }
      rows.push(firstByteOf(`page: ${what}, ${lines} lines`, ms))
    }
    await web.stop()
    return rows
  })
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
