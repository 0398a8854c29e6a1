import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { journalInSql } from '../journal/journal-in-sql.ts'

/** Processes of the release before know vat_method alone, and update it. */
describe('the VAT method without a date', () => {
  const { customer, query, expectRefused } = journalInSql()

  it('is a registration from the first day on, whoever writes it, and each change is kept', async () => {
    expect(await changes()).to.deep.equal([[1, '0001-01-01', 'effective', 'quarter']])
    await query(`update end_customers set name = 'Muster AG' where end_customer_id = $1`, [customer()])
    await setMethod('net_tax_rate')
    await setMethod('not_registered')
    expect(await changes()).to.deep.equal([
      [1, '0001-01-01', 'effective', 'quarter'],
      [2, '0001-01-01', 'net_tax_rate', 'half_year'],
      [3, '0001-01-01', 'not_registered', null],
    ])
    const { rows } = await query('select books from books where end_customer_id = $1', [customer()])
    expect(rows[0].books.vat_registrations).to.deep.equal([
      {
        valid_from: '0001-01-01',
        method: 'not_registered',
        consideration: null,
        filing_period: null,
        activities: [],
        exchange_rates: 'daily',
      },
    ])
  })

  it('begins with the row of an end customer, also where many begin at once', async () => {
    const ids = [randomUUID(), randomUUID()].sort()
    await query(
      `insert into end_customers (end_customer_id, vat_method) select id, 'net_tax_rate' from unnest($1::uuid[]) id`,
      [ids],
    )
    for (const id of ids) expect(await changes(id)).to.deep.equal([[1, '0001-01-01', 'net_tax_rate', 'half_year']])
  })

  it('stays once there are registrations with a date', async () => {
    await query(
      `insert into vat_registration_changes (
        end_customer_id, change_number, valid_from, method, consideration, filing_period, reason, actor_id
      ) values ($1, 2, '2026-01-01', 'net_tax_rate', 'agreed', 'half_year', 'Wechsel', 'key')`,
      [customer()],
    )
    await setMethod('effective')
    await expectRefused('end_customers_dated_registration', () => setMethod('net_tax_rate'))
  })

  for (const text of ['update vat_registration_changes set reason = reason', 'delete from vat_registration_changes']) {
    it(`refuses ${text}`, () => expectRefused('vat_registration_changes_append_only', () => query(text)))
  }

  const setMethod = (method: string) =>
    query('update end_customers set vat_method = $2 where end_customer_id = $1', [customer(), method])

  async function changes(id = customer()): Promise<unknown[]> {
    const { rows } = await query(
      `select change_number, valid_from::text, method, filing_period from vat_registration_changes
      where end_customer_id = $1 order by change_number`,
      [id],
    )
    return rows.map(({ change_number, valid_from, method, filing_period }) => [
      change_number,
      valid_from,
      method,
      filing_period,
    ])
  }
})
