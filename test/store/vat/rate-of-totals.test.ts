import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { Client } from 'pg'
import { filer, NET, netAt } from '../../api/vat/changed-method/filer.ts'
import { findings, refreshTables } from '../../support/books.ts'
import { taxLine } from '../../support/requests/examples.ts'
import { ownerUrl, service } from '../../support/service.ts'

const MIGRATION = join(import.meta.dirname, '../../../sql/migrations/0065-tax-turnover-at-the-rate-of-its-day.sql')

describe('totals of turnover at net tax rates from before they had the rate', () => {
  it('are made anew, by the rates of the days of supply', async () => {
    const { customer, invoiced, figures } = await filer([
      ['2025-01-01', NET],
      ['2026-01-01', netAt(680)],
    ])
    await invoiced('2026-02-10', 108_100, [taxLine('V81', 100_000, 8_100)], { supply_date: '2025-12-10' })
    await invoiced('2026-02-11', 54_050, [taxLine('V81', 50_000, 4_050)])
    await refreshTables(customer)
    const client = new Client({ connectionString: ownerUrl(service().database_url) })
    await client.connect()
    const of = [customer]
    await client.query(`delete from tax_period_totals where end_customer_id = $1 and rate_bp = 620`, of)
    await client.query(
      `update tax_period_totals set rate_bp = 810, base_minor = 162150, records = 2, entry_numbers = '{1,2}'
      where end_customer_id = $1`,
      of,
    )
    expect(await findings(customer)).to.have.length(3)
    const [, data = ''] = (await readFile(MIGRATION, 'utf8')).split('-- A fold under way')
    await client.query(`begin; -- ${data}; commit`)
    await client.end()
    expect(await findings(customer)).to.deep.equal([])
    expect((await figures('2026-H1')).slice(2, 4)).to.deep.equal([
      ['85591 680', 54_050, 3_675],
      ['85591 620', 108_100, 6_702],
    ])
  })
})
