import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import { openCustomers } from '../documents.ts'
import { call } from '../http-client.ts'
import { type BenchServer, type Database, startWeb, type Web } from '../processes.ts'
import { percentile, type Row } from '../table.ts'
import { bookBankEntries } from './bank-history.ts'

const IBAN = 'CH9300762011623852957'
const SAMPLES = 100
const P50_MS = 100

/** The reconciliation of a bank account on its last day and on days before, with few differences among very many bank entries. */
export function measureBankReconciliation(server: BenchServer, entries: number): Promise<Row[]> {
  return server.withDatabase(async (database) => {
    const web = await startWeb(database.database_url)
    const [customer = ''] = await openCustomers(web.url, database.key, 1)
    await bookBankEntries(database.migration_database_url, customer, IBAN, entries)
    await refreshWhole(database.pool, [customer])
    await database.pool.query(sql.type(row())`vacuum analyze`)
    const path = (date: string) =>
      `/v1/statements/bank-reconciliation?end_customer_id=${customer}&bank_account=${IBAN}&date=${date}`
    const today = todayInSwitzerland()
    const rows = [
      await measure(web, database, `today, ${entries} bank entries`, () => path(today)),
      await measure(web, database, `any day of a year, ${entries} bank entries`, (sample) =>
        path(addDays(today, -1 - ((sample * 97) % 365))),
      ),
    ]
    await web.stop()
    return rows
  })
}

async function measure(web: Web, { key }: Database, what: string, path: (sample: number) => string): Promise<Row> {
  const ms: number[] = []
  for (let sample = -10; sample < SAMPLES; sample += 1) {
    const reply = await call(web.url, key, 'GET', path(sample + 10))
    if (reply.status !== 200) throw new Error(`the reconciliation was answered with ${reply.status}: ${reply.text}`)
    if (sample >= 0) ms.push(reply.ms)
  }
  const [p50, p99] = [percentile(ms, 0.5), percentile(ms, 0.99)]
  return {
    what: `bank reconciliation, ${what}`,
    measured: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    goal: `p50 ≤ ${P50_MS} ms`,
    is_reached: p50 <= P50_MS,
    figures: { p50, p99 },
  }
}
