import { expect } from 'chai'
import { credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { EFFECTIVE, NET_RATE, register } from '../register.ts'
import { booksOfChange } from './books-of-change.ts'
import { documentsOf, loss, OF_BOTH_YEARS, setOff, takes } from './documents-of-february.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const
const NET_RECEIVED = { ...NET_RATE, consideration: 'received' } as const

describe('documents of February after a change to received consideration', () => {
  const books = booksOfChange(EFFECTIVE, RECEIVED)
  const { customer, sold, bought, change, pay, booked, figures, recordsOf } = books
  const { noted, billed } = documentsOf(customer)

  it('a credit note takes tax back once: with the transfer while it is open, and never beside it', async () => {
    const sale = await sold('2025-11-10')
    await change()
    const note = await noted([taxLine('VS81', -100_000, -8_100)], -108_100)
    const first = await figures('2026-Q1')
    expect(first.lines).to.deep.equal([
      ['200', -100_000, null],
      ['299', -100_000, null],
      ['303', -100_000, -8_100],
      ['399', null, -8_100],
      ['510', null, 8_100],
    ])
    await booked(setOff(sale.id, note.id, 108_100), { business_date: '2026-05-10' })
    const { lines, not_due } = await figures('2026-Q2')
    // What was declared and taken back stays so: nothing was ever received.
    expect([lines, not_due]).to.deep.equal([
      [
        ['200', 100_000, null],
        ['235', 100_000, null],
        ['289', 100_000, null],
      ],
      [],
    ])
  })

  it('a credit note of a part counts when it is set off', async () => {
    const sale = await sold('2025-11-10')
    await change()
    const note = await noted([taxLine('VS81', -10_000, -810)], -10_810)
    expect(tax303(await figures('2026-Q1'))).to.deep.equal(['303', -100_000, -8_100])
    await booked(setOff(sale.id, note.id, 10_810), { business_date: '2026-05-10' })
    await pay(sale.id, 97_290, { posting_date: '2026-05-12' })
    expect(tax303(await figures('2026-Q2'))).to.deep.equal(['303', 90_000, 7_290])
  })

  it("a supplier's credit note counts when it is set off", async () => {
    const bill = await bought('2025-11-10')
    await change()
    const note = await billed([taxLine('I81', -50_000, -4_050)], -54_050)
    expect((await figures('2026-Q1')).lines.find(([figure]) => figure === '405')).to.deep.equal(['405', null, -4_050])
    const lines = [
      debit('2000', 54_050, { open_item: { supplier_payable_id: bill.id, purpose: 'set_off' } }),
      credit('2000', 54_050, { open_item: { supplier_payable_id: note.id, purpose: 'set_off' } }),
    ]
    expect((await booked(lines, { business_date: '2026-05-10' })).state).to.equal('posted')
    expect((await figures('2026-Q2')).lines).to.deep.equal([])
  })

  it('an invoice for a supply of December is due with its payment', async () => {
    await change()
    const sale = await noted([taxLine('V81', 100_000, 8_100)], 108_100, '2025-12-20')
    expect((await figures('2026-Q1')).lines).to.deep.equal([])
    await pay(sale.id, 108_100, { posting_date: '2026-05-12' })
    expect(tax303(await figures('2026-Q2'))).to.deep.equal(['303', 100_000, 8_100])
  })

  it('a loss of an invoice of both years extinguishes its share, by one line', async () => {
    await change()
    const sale = await noted(OF_BOTH_YEARS, 108_100, '2026-01-31')
    await pay(sale.id, 54_050, { posting_date: '2026-02-20' })
    const fact = await booked(loss(sale.id, 4_050), { business_date: '2026-03-10' })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    const { lines, not_due } = await figures('2026-Q1')
    expect([tax303({ lines }), not_due]).to.deep.equal([['303', 50_000, 4_050], []])
    expect((await recordsOf()).reduce((sum, [, , , tax]) => sum + Number(tax), 0)).to.equal(8_100 + 4_050 + 4_050)
  })
})

describe('documents of February after a change to agreed consideration', () => {
  const { customer, sold, change, pay, booked, figures } = booksOfChange(RECEIVED, EFFECTIVE)
  const { noted, billed } = documentsOf(customer)

  it('a credit note counts on its day, and its set-off does nothing', async () => {
    const sale = await sold('2025-11-10')
    await change()
    const note = await noted([taxLine('VS81', -10_000, -810)], -10_810)
    const expected = [
      ['200', 100_000, null],
      ['235', 10_000, null],
      ['289', 10_000, null],
      ['299', 90_000, null],
      ['303', 90_000, 7_290],
      ['399', null, 7_290],
      ['500', null, 7_290],
    ]
    expect((await figures('2026-Q1')).lines).to.deep.equal(expected)
    await booked(setOff(sale.id, note.id, 10_810), { business_date: '2026-05-10' })
    await pay(sale.id, 97_290, { posting_date: '2026-05-12' })
    expect((await figures('2026-Q1')).lines).to.deep.equal(expected)
    expect((await figures('2026-Q2')).lines).to.deep.equal([])
  })

  it('an invoice and a bill for supplies of December are due on their day', async () => {
    await change()
    const sale = await noted([taxLine('V81', 100_000, 8_100)], 108_100, '2025-12-20')
    await billed([taxLine('I81', 10_000, 810)], 10_810)
    const expected = [
      ['200', 100_000, null],
      ['299', 100_000, null],
      ['303', 100_000, 8_100],
      ['399', null, 8_100],
      ['405', null, 810],
      ['479', null, 810],
      ['500', null, 7_290],
    ]
    expect((await figures('2026-Q1')).lines).to.deep.equal(expected)
    await pay(sale.id, 108_100, { posting_date: '2026-05-12' })
    expect((await figures('2026-Q2')).lines).to.deep.equal([])
  })

  it('a loss of an invoice of both years reduces turnover, by one line', async () => {
    await change()
    const sale = await noted(OF_BOTH_YEARS, 108_100, '2026-01-31')
    await pay(sale.id, 54_050, { posting_date: '2026-02-20' })
    const fact = await booked(loss(sale.id, 4_050), { business_date: '2026-03-10' })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    expect(tax303(await figures('2026-Q1'))).to.deep.equal(['303', 50_000, 4_050])
  })

  it('the change stands in the way of none that is posted by another consideration', async () => {
    const { fact_id } = await sold('2026-02-10', undefined, { supply_date: '2025-12-20' })
    const { status, body } = await register(customer(), '2026-01-01', EFFECTIVE)
    expect([status, JSON.stringify(body).includes('tax_posted')], fact_id).to.deep.equal([409, true])
  })
})

describe('an invoice of February at net tax rates for a supply of December', () => {
  const { customer, change, figures } = booksOfChange(NET_RECEIVED, NET_RATE)
  const { noted } = documentsOf(customer)

  it('is due on its day after a change to agreed consideration', async () => {
    await change()
    await noted([taxLine('V81', 100_000, 8_100)], 108_100, '2025-12-20')
    expect((await figures('2026-H1')).lines.find(([figure]) => figure === null)).to.deep.equal([null, 108_100, 6_702])
  })
})

describe('a loss of an invoice of both years at net tax rates', () => {
  const { customer, change, pay, booked, figures } = booksOfChange(NET_RATE, NET_RECEIVED)
  const { noted } = documentsOf(customer)

  it('is never declared', async () => {
    await change()
    const sale = await noted(OF_BOTH_YEARS, 108_100, '2026-01-31')
    await pay(sale.id, 54_050, { posting_date: '2026-02-20' })
    const lines = [debit('3805', 54_050), credit('1100', 54_050, takes(sale.id, 'write_off'))]
    const fact = await booked(lines, { business_date: '2026-03-10' })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    expect((await figures('2026-H1')).lines.find(([figure]) => figure === null)).to.deep.equal([null, 54_050, 3_351])
  })
})

function tax303({ lines }: { readonly lines: readonly (readonly unknown[])[] }) {
  return lines.find(([figure]) => figure === '303')
}
