import { expect } from 'chai'
import { get, post } from '../../support/client.ts'
import { EXPENSES, expense, newEndCustomer, taxLine } from '../../support/requests/examples.ts'

describe('POST /v1/source-facts/expense-documents', () => {
  it('202: the fact is accepted, booked and on the balance sheet', async () => {
    const customer = await newEndCustomer()
    const sent = expense(customer, { payload: { tax_lines: [taxLine('I81', 10_000, 810)] } })
    const accepted = await post(EXPENSES, sent)
    expect(accepted.status, accepted.text).to.equal(202)
    expect(accepted.body.state).to.equal('received')
    const fact = await post(EXPENSES, expense(customer), { wait: 10 })
    expect(fact.body.state, fact.text).to.equal('posted')
    const first = await get(`/v1/source-facts/${accepted.body.id}`)
    expect(first.body.state).to.equal('posted')
    const entry = await get(`/v1/journal-entries/${first.body.journal_entry_id.id}`)
    expect(
      entry.body.lines.map((line) => [
        line.account_code,
        line.debit?.amount_minor ?? 0,
        line.credit?.amount_minor ?? 0,
      ]),
    ).to.deep.equal([
      ['6500', 10_000, 0],
      ['1171', 810, 0],
      ['2000', 0, 10_810],
    ])
    const sheet = await get(
      `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026&granularity=quarter&comparison=prior_fiscal_year`,
    )
    expect(sheet.status, sheet.text).to.equal(200)
    const row = (key: string) => sheet.body.rows.find((candidate) => candidate.row_key === key)
    expect(row('verbindlichkeiten_ll')?.amount.amount_minor).to.equal(21_620)
    expect(row('jahresgewinn_jahresverlust')?.amount.amount_minor).to.equal(-20_810)
    expect(sheet.body.checks.assets_equal_liabilities_and_equity).to.equal(true)
  })
})
