import { expect } from 'chai'
import { chf, credit, debit } from '../../../support/requests/examples.ts'
import { EFFECTIVE } from '../register.ts'
import { booksOfChange } from './books-of-change.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const
const IN_DECEMBER = { posting_date: '2025-12-20' }

describe('a change to agreed consideration', () => {
  const { sold, bought, change, pay, settle, undo, booked, figures } = booksOfChange(RECEIVED, EFFECTIVE)

  it('declares the tax of what is open, and payments declare nothing more', async () => {
    const sale = await sold()
    const bill = await bought()
    const early = await pay(sale.id, 54_050, IN_DECEMBER)
    await change()
    const once = [
      ['200', 50_000, null],
      ['299', 50_000, null],
      ['303', 50_000, 4_050],
      ['399', null, 4_050],
    ]
    expect((await figures('2025-Q4')).lines).to.deep.equal([...once, ['500', null, 4_050]])
    const first = [...once, ['405', null, 4_050], ['479', null, 4_050]]
    expect((await figures('2026-Q1')).lines).to.deep.equal(first)
    await pay(sale.id, 54_050, { posting_date: '2026-03-20' })
    await settle(bill.id, 54_050, { settlement_date: '2026-03-25' })
    const { lines, not_due } = await figures('2026-Q1')
    expect([lines, not_due]).to.deep.equal([first, undefined])
    // The item is open again, and stays declared: nothing of it changes.
    await undo(`/v1/allocations/${early.id}`, { posting_date: '2026-04-02' })
    expect((await figures('2026-Q2')).lines).to.deep.equal([])
  })

  it('takes a payment of before that is booked later from the change, and counts it on its day', async () => {
    const sale = await sold()
    await change()
    await pay(sale.id, 54_050, IN_DECEMBER)
    expect((await figures('2025-Q4')).lines[2]).to.deep.equal(['303', 50_000, 4_050])
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', 50_000, 4_050])
  })

  it('reduces turnover by what is written off afterwards', async () => {
    const sale = await sold()
    await change()
    const lines = [
      debit('3805', 50_000),
      debit('2200', 4_050, { tax_code: 'VS81', tax_base: chf(50_000) }),
      credit('1100', 54_050, { open_item: { document_id: sale.id, purpose: 'write_off' } }),
    ]
    const fact = await booked(lines, { business_date: '2026-04-10' })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', 100_000, 8_100])
    expect((await figures('2026-Q2')).lines).to.deep.equal([
      ['235', 50_000, null],
      ['289', 50_000, null],
      ['299', -50_000, null],
      ['303', -50_000, -4_050],
      ['399', null, -4_050],
      ['510', null, 4_050],
    ])
  })

  it('undoes the transfer with the document', async () => {
    const sale = await sold()
    await change()
    await undo(`/v1/source-facts/${sale.fact_id}`, { posting_date: '2026-04-20' })
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', 100_000, 8_100])
    expect((await figures('2026-Q2')).lines[2]).to.deep.equal(['303', -100_000, -8_100])
  })
})
