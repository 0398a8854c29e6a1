import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { chf, credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { booksOfReceived } from './books-of-received.ts'

describe('a document of two rates under received consideration', () => {
  const { invoiced, received, allocate, undo, booked, recordsOf, figures } = booksOfReceived()

  it('paid in cash and by the bank, with a discount, a payment that is taken back, and the same again', async () => {
    const { id } = await invoiced(159_400, {
      document_date: '2026-02-10',
      supply_date: '2026-02-10',
      tax_lines: [taxLine('V81', 100_000, 8_100), taxLine('V26', 50_000, 1_300)],
    })
    const take = (amount: number, purpose: string) =>
      credit('1100', amount, { open_item: { document_id: id, purpose } })
    const inCash = [debit('1000', 59_400), take(59_400, 'payment')]
    const cash = await booked(inCash, { business_date: '2026-04-10' })
    const payment = await received(bankEntry({ amount: '900.00' }))
    await allocate(payment.id, [[id, 90_000]], { posting_date: '2026-05-10' })
    const half = await figures('2026-Q2')
    expect(half.lines).to.deep.equal([
      ['200', 140_589, null],
      ['299', 140_589, null],
      ['303', 93_726, 7_592],
      ['313', 46_863, 1_218],
      ['399', null, 8_810],
      ['500', null, 8_810],
    ])
    expect(half.not_due).to.deep.equal([
      ['V26', 3_137, 82],
      ['V81', 6_274, 508],
    ])
    const discount = [
      debit('3800', 9_410),
      debit('2200', 508, { tax_code: 'VS81', tax_base: chf(6_274) }),
      debit('2200', 82, { tax_code: 'VS26', tax_base: chf(3_137) }),
      take(10_000, 'write_off'),
    ]
    const lost = await booked(discount, { business_date: '2026-07-05' })
    expect(lost.state, JSON.stringify(lost.blockers)).to.equal('posted')
    expect((await undo(`/v1/source-facts/${cash.id}`, { posting_date: '2026-07-20' })).status).to.equal(202)
    const again = await booked(inCash, { business_date: '2026-07-25' })
    expect(again.state, JSON.stringify(again.blockers)).to.equal('posted')
    expect((await recordsOf()).slice(-4)).to.deep.equal([
      ['V81', 'declared', -37_265, -3_018],
      ['V26', 'declared', -18_632, -484],
      ['V81', 'declared', 37_265, 3_018],
      ['V26', 'declared', 18_632, 484],
    ])
    const { lines, steps, not_due } = await figures('2026-Q3')
    expect([lines, not_due]).to.deep.equal([[], []])
    expect(steps).to.deep.equal([
      ['payable_tax', 0],
      ['not_due', -590],
    ])
  })
})
