import { expect } from 'chai'
import { taxOfPeriod } from '../../../shared/store/vat/tax-totals.ts'
import { connect } from '../../store/journal/journal-in-sql.ts'
import { dropTables, refreshTables } from '../../support/books.ts'
import { post } from '../../support/client.ts'
import { credit, debit, newEndCustomer, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { booked, LAST_ENTRY, records } from './records.ts'

describe('K410', () => {
  it('adds to the deductible tax, and a reversal takes it back', async () => {
    const customer = await newEndCustomer()
    const lines = [debit('1171', 500, { tax_code: 'K410' }), credit('6500', 500)]
    const fact = await booked(VOUCHERS, voucher(customer, { payload: { lines } }))
    expect(await taxOf(customer, '410')).to.deep.equal([[500, false]])
    await post(`/v1/source-facts/${fact.id}/reverse`, { end_customer_id: customer, reason: 'wrong' }, { wait: 10 })
    expect(await taxOf(customer, '410')).to.deep.equal([
      [500, false],
      [-500, false],
    ])
  })

  it('of older rules is shown with the right sign and named, and so is its reversal', async () => {
    const customer = await newEndCustomer()
    const fact = await booked(
      VOUCHERS,
      voucher(customer, { payload: { lines: [debit('1171', 700, { tax_code: 'K410' }), credit('6500', 700)] } }),
    )
    await keepAsOlderRulesDid(customer)
    await dropTables(customer)
    await refreshTables(customer)
    expect(await taxOf(customer, '410')).to.deep.equal([[700, true]])
    const scope = { end_customer_id: customer, from: '2026-01-01', to: '2026-12-31', as_of: LAST_ENTRY }
    const {
      in_return: [total],
    } = await taxOfPeriod(service().web.pool, scope)
    expect([total?.form_figure, total?.tax_minor]).to.deep.equal(['410', 700n])
    await post(`/v1/source-facts/${fact.id}/reverse`, { end_customer_id: customer, reason: 'wrong' }, { wait: 10 })
    expect(await taxOf(customer, '410')).to.deep.equal([
      [700, true],
      [-700, true],
    ])
  })
})

async function taxOf(customer: string, figure: string): Promise<unknown[]> {
  const { data } = await records(customer, `&form_figure=${figure}`)
  return data.map(({ tax_amount, is_sign_corrected }) => [tax_amount.amount_minor, is_sign_corrected])
}

/** The line as version 3 of the rules posted it. Nobody but the owner, with the guards off, could write this. */
async function keepAsOlderRulesDid(customer: string): Promise<void> {
  const client = await connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `update journal_lines set tax = tax || '{"tax_minor": -700}' where end_customer_id = $1 and tax is not null`,
      [customer],
    )
    await client.query('update journal_entries set rule_version = 3 where end_customer_id = $1', [customer])
    await client.query('commit')
  } finally {
    await client.end()
  }
}
