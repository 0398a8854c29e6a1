import { expect } from 'chai'
import { get, itemsOf, post, put } from '../../../support/client.ts'
import { chf, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../books-to-settle.ts'
import { movedBy, taxOf } from './balances.ts'

/**
 * An advance that an invoice asks for and shows tax of: due when it is issued, paid like any invoice, taken off by the final
 * one (practice 6 and 16). One that shows none is never sent, so nothing is open until the money comes.
 */
describe('advances that are invoiced with their tax', () => {
  const { customer, openOf } = booksToSettle()
  const advance = (net: number, tax: number) => taxLine('V81', net, tax, { revenue_category: 'advance' })
  beforeEach(async () => {
    const mappings = [
      { mapping_key: 'posting.revenue.category.advance', account_code: '2030', valid_from: '2020-01-01' },
    ]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
  })
  /** The items of an invoice: what the customer owes, and the credit on 2030. */
  const invoiced = async (gross: number, tax_lines: object[]) => {
    const request = invoice(customer(), { payload: { gross_amount: chf(gross), tax_lines } })
    const { body } = await post(INVOICES, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const items = await itemsOf('documents', customer(), `&source_fact_id=${body.id}`)
    const of = (kind: string) => there(items.find((item) => item.kind === kind))
    return { entry: body.journal_entry_id.id, owed: of('receivable'), credit: of('customer_credit') }
  }
  const allocate = async (lines: object[], more: object = {}) => {
    const request = { end_customer_id: customer(), posting_date: '2026-04-15', lines, ...more }
    const { status, body } = await post('/v1/allocations', request, { wait: 10 })
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([201, 'posted'])
    return body.journal_entry_id
  }
  const line = ({ id }: { id: string }, amount: number) => ({ document_id: id, amount: chf(amount) })

  it('declare 40.50 when they are issued, nothing when they are paid, and 81.00 in all', async () => {
    const asked = await invoiced(54_050, [advance(50_000, 4_050)])
    expect(await movedBy(asked.entry)).to.deep.equal({ 1100: 54_050, 2030: -50_000, 2200: -4_050 })
    expect(await taxOf(asked.entry)).to.deep.equal(['V81 303 50000 4050'])
    expect([asked.owed.open_amount.amount_minor, asked.credit.open_amount.amount_minor]).to.deep.equal([
      54_050, -50_000,
    ])

    const paid = await allocate([line(asked.owed, 54_050)], { account_code: '1000' })
    expect([await movedBy(paid), await taxOf(paid)]).to.deep.equal([{ 1000: 54_050, 1100: -54_050 }, []])

    const final = await invoiced(54_050, [taxLine('V81', 100_000, 8_100), advance(-50_000, -4_050)])
    expect(await movedBy(final.entry)).to.deep.equal({ 1100: 54_050, 2030: 50_000, 3400: -100_000, 2200: -4_050 })
    expect(await movedBy(await allocate([line(final.credit, 50_000), line(asked.credit, -50_000)]))).to.deep.equal({})
    expect(await openOf('documents', final.owed.id)).to.equal(54_050)
    const { body } = await get(`/v1/vat-returns/2026-Q1?end_customer_id=${customer()}`)
    expect(body.payable_tax.amount_minor).to.equal(8_100)
  })
})
