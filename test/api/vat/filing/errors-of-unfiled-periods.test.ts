import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { firstOf, get, post } from '../../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { booked } from '../records.ts'
import { newFiler } from './worked-quarter.ts'

/** A reversal for an error counts where its original did, so the accounts have its tax in another period than the returns. */
describe('an error of a period that is not filed, reversed in a later one', () => {
  const dated = (day: string, gross: number, line: object) => ({
    business_date: day,
    payload: { document_date: day, supply_date: day, gross_amount: chf(gross), tax_lines: [line] },
  })
  const IN_APRIL = { reason: 'x', cause: 'error', posting_date: '2026-04-10' }
  const reverse = async (customer: string, path: string) => {
    const { body } = await post(`${path}/reverse`, { end_customer_id: customer, ...IN_APRIL }, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('reversed')
  }
  /** Tax of the return, and what the accounts have of other returns. */
  const tieOf = async (customer: string, period: string) => {
    const { body } = await get(`/v1/vat-returns/${period}?end_customer_id=${customer}`)
    const steps = body.tie.steps.map(({ kind, amount }: { kind: string; amount: { amount_minor: number } }) => [
      kind,
      amount.amount_minor,
    ])
    return [body.tie.is_explained, ...steps]
  }
  const file = async (customer: string, period: string) => {
    const { status, body, text } = await post(`/v1/vat-returns/${period}/file`, { end_customer_id: customer })
    expect(status, text).to.equal(201)
    return body.payable_tax.amount_minor
  }

  it('is explained in both returns, and both can be filed', async () => {
    const customer = await newFiler()
    const bill = await booked(EXPENSES, expense(customer, dated('2026-02-20', 54_050, taxLine('I81', 50_000, 4_050))))
    const sale = await booked(
      INVOICES,
      invoice(customer, dated('2026-02-21', 216_200, taxLine('V81', 200_000, 16_200))),
    )
    const other = await booked(
      INVOICES,
      invoice(customer, dated('2026-03-01', 108_100, taxLine('V81', 100_000, 8_100))),
    )
    const { id: document_id } = await firstOf('documents', customer, `&source_fact_id=${other.id}`)
    // A discount of 100.00 and 8.10.
    const lines = [{ document_id, amount: chf(0), deductions: [{ type: 'discount', amount: chf(10_810) }] }]
    const discount = { end_customer_id: customer, posting_date: '2026-03-15', lines }
    const { body } = await post('/v1/allocations', discount, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    for (const { id } of [bill, sale]) await reverse(customer, `/v1/source-facts/${id}`)
    await reverse(customer, `/v1/allocations/${body.id}`)
    // In March the accounts have -40.50 of the bill, 162.00 of the sale and -8.10 of the discount, and in April the opposite.
    expect(await tieOf(customer, '2026-Q1')).to.deep.equal([true, ['payable_tax', 8_100], ['other_period', 11_340]])
    expect(await tieOf(customer, '2026-Q2')).to.deep.equal([true, ['payable_tax', 0], ['other_period', -11_340]])
    expect([await file(customer, '2026-Q1'), await file(customer, '2026-Q2')]).to.deep.equal([8_100, 0])
    expect(await findings(customer)).to.deep.equal([])
  })
})
