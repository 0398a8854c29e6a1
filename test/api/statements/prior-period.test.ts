import { expect } from 'chai'
import { findings, incomeStatement } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { service } from '../../support/service.ts'

async function book(customer: string, business_date: string) {
  const lines = [debit('6500', 10_000), credit('1020', 10_000)]
  return (await post(VOUCHERS, voucher(customer, { business_date, payload: { lines } }), { wait: 10 })).body
}

async function reverse(customer: string, id: string, posting_date: string) {
  const request = { end_customer_id: customer, reason: 'x', posting_date }
  const { body } = await post(`/v1/source-facts/${id}/reverse`, request, { wait: 10 })
  expect(body.state).to.equal('reversed')
}

describe('reversals of an earlier year', () => {
  it('are marked on entry, ledger and statement; one of the same year is not', async () => {
    const customer = await newKmuCustomer()
    const [old, recent] = [await book(customer, '2025-11-30'), await book(customer, '2026-02-01')]
    await reverse(customer, old.id, '2026-03-01')
    await reverse(customer, recent.id, '2026-03-02')
    const { body: journal } = await get(`/v1/journal-entries?end_customer_id=${customer}`)
    expect(journal.data.map(({ prior_fiscal_year_id }) => prior_fiscal_year_id)).to.deep.equal([
      null,
      null,
      'FY2025',
      null,
    ])
    const query = `end_customer_id=${customer}&fiscal_year_id=FY2026`
    const { body: ledger } = await get(`/v1/statements/account-ledger?${query}&account_code=6500`)
    expect(ledger.lines.map(({ prior_fiscal_year_id }) => prior_fiscal_year_id)).to.deep.equal([null, 'FY2025', null])
    const { warnings } = await incomeStatement(customer)
    expect(warnings.map(({ code, account_code, amount }) => [code, account_code, amount.amount_minor])).to.deep.equal([
      ['prior_period_result', '6500', -10_000],
    ])
    expect(warnings[0]?.message).to.equal(
      'Account 6500 has a credit of CHF 100.00 of FY2025, by reversals of entries of that time.',
    )
    expect((await incomeStatement(customer, 'FY2025')).warnings).to.deep.equal([])
    const headers = { accept: 'text/html', authorization: `Bearer ${service().key}` }
    const page = await fetch(`${service().base_url}/v1/statements/or-income-statement?${query}&locale=de`, { headers })
    expect(await page.text()).to.include('Periodenfremd, durch Storno: 6500')
    expect(await findings(customer)).to.deep.equal([])
  })
})
