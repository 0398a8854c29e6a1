import { expect } from 'chai'
import { chf, INVOICES, invoice, newEndCustomer, taxLine } from '../../support/requests/examples.ts'
import { cellsOf, fetchAs } from '../statements/books-to-show.ts'
import { booked, records } from '../vat/records.ts'

describe('tax records as CSV', () => {
  it('are whole, unless a page is asked for, up to the last entry at its beginning', async () => {
    const customer = await newEndCustomer()
    for (const net of [100, 200, 300]) await booked(INVOICES, invoice(customer, { payload: manyLines(net) }))
    const csvOf = async (more: string) => {
      const answer = await fetchAs(`/v1/tax-records?end_customer_id=${customer}${more}`, 'text/csv')
      expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'text/csv; charset=utf-8'])
      return cellsOf(await answer.text())
    }
    const [first, second] = [
      await records(customer, '&limit=500'),
      await records(customer, '&limit=500&form_figure=303'),
    ]
    expect([first.data.length, second.data.length]).to.deep.equal([300, 300])
    const [head = [], ...rows] = await csvOf('')
    const at = (name: string) => head.indexOf(name)
    expect(rows.map((cells) => [cells[at('id')], cells[at('base_amount')], cells[at('tax_amount')]])).to.deep.equal(
      first.data.map(({ id, base_amount, tax_amount }) => [id, decimal(base_amount), decimal(tax_amount)]),
    )
    expect(new Set(rows.map((cells) => cells[at('source_hash')]))).to.deep.equal(
      new Set(first.data.map(({ evidence_hashes }) => evidence_hashes.source_hash)),
    )
    expect((await csvOf('&limit=7')).map(([, , , , , , , , base]) => base)).to.deep.equal([
      'base_amount',
      ...Array(7).fill('1.00'),
    ])
    expect((await csvOf('&through_entry_number=1')).length).to.equal(101)
    const unknown = await fetchAs(`/v1/tax-records?end_customer_id=${customer}&starting_after=x`, 'text/csv')
    expect(unknown.status).to.equal(400)
  })
})

/** A hundred lines of one code. */
function manyLines(net: number) {
  const tax = Math.round((net * 81) / 1_000)
  const tax_lines = Array.from({ length: 100 }, () => taxLine('V81', net, tax))
  return { gross_amount: chf(100 * (net + tax)), tax_lines }
}

function decimal({ amount_minor }: { readonly amount_minor: number }): string {
  return (amount_minor / 100).toFixed(2)
}
