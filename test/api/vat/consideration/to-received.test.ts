import { expect } from 'chai'
import { chf, credit, debit } from '../../../support/requests/examples.ts'
import { EFFECTIVE } from '../register.ts'
import { booksOfChange } from './books-of-change.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const
const IN_DECEMBER = { posting_date: '2025-12-20' }
const IN_MARCH = { posting_date: '2026-03-20' }

describe('a change to received consideration', () => {
  const { sold, bought, change, pay, settle, undo, booked, figures, recordsOf } = booksOfChange(EFFECTIVE, RECEIVED)

  it('takes the tax of what is open back, and payments declare it: it is declared once', async () => {
    const sale = await sold()
    const bill = await bought()
    await pay(sale.id, 54_050, IN_DECEMBER)
    await change()
    expect((await figures('2025-Q4')).lines).to.deep.equal([
      ['200', 100_000, null],
      ['299', 100_000, null],
      ['303', 100_000, 8_100],
      ['399', null, 8_100],
      ['405', null, 4_050],
      ['479', null, 4_050],
      ['500', null, 4_050],
    ])
    const first = await figures('2026-Q1')
    // What is open at the change: half of the sale, all of the bill.
    expect(first.lines).to.deep.equal([
      ['200', -50_000, null],
      ['299', -50_000, null],
      ['303', -50_000, -4_050],
      ['399', null, -4_050],
      ['405', null, -4_050],
      ['479', null, -4_050],
    ])
    expect(first.not_due).to.deep.equal([
      ['I81', 50_000, 4_050],
      ['V81', 50_000, 4_050],
    ])
    const rest = await pay(sale.id, 54_050, IN_MARCH)
    await settle(bill.id, 54_050, { settlement_date: '2026-03-25' })
    const paidUp = await figures('2026-Q1')
    expect([paidUp.lines, paidUp.not_due]).to.deep.equal([[], []])
    expect((await undo(`/v1/allocations/${rest.id}`, { posting_date: '2026-04-02' })).body.state).to.equal('reversed')
    expect((await figures('2026-Q2')).lines.slice(0, 3)).to.deep.equal([
      ['200', -50_000, null],
      ['299', -50_000, null],
      ['303', -50_000, -4_050],
    ])
  })

  it('counts a payment of before that is booked later with the change, and its reversal too', async () => {
    const sale = await sold()
    await change()
    const late = await pay(sale.id, 54_050, IN_DECEMBER)
    expect((await figures('2025-Q4')).lines.slice(0, 3)).to.deep.equal([
      ['200', 100_000, null],
      ['299', 100_000, null],
      ['303', 100_000, 8_100],
    ])
    expect((await figures('2026-Q1')).lines.slice(0, 3)).to.deep.equal([
      ['200', -50_000, null],
      ['299', -50_000, null],
      ['303', -50_000, -4_050],
    ])
    await undo(`/v1/allocations/${late.id}`, { posting_date: '2025-12-29' })
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', -100_000, -8_100])
  })

  it('has payments that came before it was known count on their own days', async () => {
    const sale = await sold()
    await pay(sale.id, 54_050, { posting_date: '2026-04-20' })
    await change()
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', -100_000, -8_100])
    expect((await figures('2026-Q2')).lines[2]).to.deep.equal(['303', 50_000, 4_050])
  })

  it('undoes the transfer with the document, and with a payment of before', async () => {
    const [sale, other] = [await sold(), await sold('2025-12-11')]
    const early = await pay(other.id, 54_050, IN_DECEMBER)
    await change()
    expect((await undo(`/v1/source-facts/${sale.fact_id}`, IN_MARCH)).status).to.equal(202)
    await undo(`/v1/allocations/${early.id}`, { posting_date: '2026-04-20' })
    // Of the other sale nothing is paid any more: what December has declared is taken back wholly.
    expect((await figures('2025-Q4')).lines[2]).to.deep.equal(['303', 200_000, 16_200])
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', -150_000, -12_150])
    expect((await figures('2026-Q2')).lines[2]).to.deep.equal(['303', -50_000, -4_050])
    expect((await figures('2026-Q2')).not_due).to.deep.equal([['V81', 100_000, 8_100]])
  })

  it('extinguishes the tax of what is written off afterwards', async () => {
    const sale = await sold()
    await change()
    const lines = [
      debit('3805', 50_000),
      debit('2200', 4_050, { tax_code: 'VS81', tax_base: chf(50_000), supply_date: '2025-12-10' }),
      credit('1100', 54_050, { open_item: { document_id: sale.id, purpose: 'write_off' } }),
    ]
    const fact = await booked(lines, { business_date: '2026-02-10' })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'due', 100_000, 8_100],
      ['V81', 'declared', -100_000, -8_100],
      ['V81', 'extinguished', 50_000, 4_050],
    ])
  })

  it('may be taken back, with its transfer', async () => {
    await sold()
    await change()
    await change(EFFECTIVE)
    const { lines, not_due } = await figures('2026-Q1')
    expect([lines, not_due]).to.deep.equal([[], undefined])
  })
})
