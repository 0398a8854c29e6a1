import { row, sql } from '../../../shared/store/db/database.ts'
import { refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import { chart } from '../../support/requests/examples.ts'
import { KMU_ACCOUNTS } from '../../support/requests/kmu-chart.ts'

import { accepted, call } from '../http-client.ts'
import { type Database, startWeb, type Web } from '../processes.ts'
import { bookTax, RECORDS_OF_ENTRY } from './tax-history.ts'

export const CUSTOMER = '0a1ec2d4-5b6f-4c7d-8e9a-1b2c3d4e5f60'
export const YEAR = 2025
export const FILED = `${YEAR}-Q1`

/** As many entries of these lines as a refresh leaves unfolded. */
const BEHIND = 76

/** A year with very many tax records, whose first quarter is filed. */
export async function fillReturns(database: Database, records: number): Promise<void> {
  const web = await startWeb(database.database_url)
  await openCustomer(web, database)
  const of = Math.ceil(records / RECORDS_OF_ENTRY)
  const book = (from: number, through: number) =>
    bookTax(database.migration_database_url, CUSTOMER, YEAR, { from, through, of })
  const fold = (folding: object) => refreshWhole(database.pool, [CUSTOMER], folding)
  await book(0, of - BEHIND)
  await fold({ tax_behind: 0, movements_behind: 0 })
  await book(of - BEHIND, of)
  await file(web, database)
  await fold({})
  await database.pool.query(sql.type(row())`vacuum analyze`)
  await database.pool.query(sql.type(row())`checkpoint`) // what filling has left to write is no part of a read
  await web.stop()
}

async function openCustomer({ url }: Web, { key, pool }: Database) {
  const accounts = KMU_ACCOUNTS.map(({ or_row, ...account }) => account)
  await accepted(url, key, 'PUT', '/v1/accounts', chart(CUSTOMER, '2020-01-01', accounts))
  await accepted(url, key, 'PUT', `/v1/end-customers/${CUSTOMER}`, { name: 'Muster AG', uid: 'CHE-116.281.710 MWST' })
  await pool.query(sql.type(row())`
    insert into fiscal_years (end_customer_id, fiscal_year_id, start_date, end_date)
    values (${CUSTOMER}, ${`FY${YEAR}`}, ${`${YEAR}-01-01`}, ${`${YEAR}-12-31`})
    on conflict do nothing
  `)
}

async function file({ url }: Web, { key }: Database) {
  const { status, text, ms } = await call(url, key, 'POST', `/v1/vat-returns/${FILED}/file`, {
    end_customer_id: CUSTOMER,
  })
  if (status !== 201) throw new Error(`${FILED} is not filed: ${status} ${text}`)
  console.log(`${FILED} was filed in ${Math.round(ms)} ms`)
}
