import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { NET_RATE } from '../register.ts'
import { booksOfReceived } from './books-of-received.ts'

describe('received consideration at a net tax rate', () => {
  const { invoiced, received, allocate, booked, recordsOf, figures } = booksOfReceived({
    ...NET_RATE,
    consideration: 'received',
  })

  it('declares turnover by activity with its payments, gross, and what is lost never', async () => {
    const dates = { document_date: '2026-02-10', supply_date: '2026-02-10' }
    const { id } = await invoiced(108_100, { ...dates, tax_lines: [taxLine('V81', 100_000, 8_100)] })
    expect((await figures('2026-H1')).lines).to.deep.equal([])
    const payment = await received(bankEntry({ amount: '540.50' }))
    await allocate(payment.id, [[id, 54_050]], { posting_date: '2026-04-20' })
    const lines = [
      debit('3805', 54_050),
      credit('1100', 54_050, { open_item: { document_id: id, purpose: 'write_off' } }),
    ]
    const lost = await booked(lines, { business_date: '2026-05-20' })
    expect(lost.state, JSON.stringify(lost.blockers)).to.equal('posted')
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'not_due', 108_100, 0],
      ['V81', 'declared', 54_050, 0],
      ['V81', 'extinguished', 54_050, 0],
    ])
    expect((await figures('2026-H1')).lines).to.deep.equal([
      ['200', 54_050, null],
      ['299', 54_050, null],
      [null, 54_050, 3_351],
      ['399', null, 3_351],
      ['500', null, 3_351],
    ])
  })
})
