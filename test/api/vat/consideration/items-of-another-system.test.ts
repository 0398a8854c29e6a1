import { expect } from 'chai'
import { firstOf, post, put } from '../../../support/client.ts'
import { chf, credit, debit, taxLine } from '../../../support/requests/examples.ts'
import { EFFECTIVE, NET_RATE } from '../register.ts'
import { booksOfChange } from './books-of-change.ts'
import { DECEMBER, on, opens, SOLD } from './sold-by-voucher.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const

describe('items of another system in euro over a change to received consideration', () => {
  const { customer, change, booked, figures, recordsOf } = booksOfChange(EFFECTIVE, RECEIVED)
  const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })

  it('are taken back and declared at the value that was taken over, whatever the rate of the payment', async () => {
    const rates = [{ currency: 'EUR', rate: '0.94', rate_date: '2026-01-01' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const tax_lines = [{ tax_code: 'V81', net_amount: eur(100_000), tax_amount: eur(8_100), declared: true }]
    const item = { ...opens({ document_date: '2024-11-20', tax_lines }), base_amount: chf(102_695) }
    const line = { account_code: '1100', debit: eur(108_100), ...item }
    const opening = [line, credit('9100', 102_695)]
    const fact = await booked(opening, on('2025-01-01'), { entry_type: 'opening' })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    await change()
    // 1000.00 and 81.00 at 0.95.
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', -95_000, -7_695])
    const { id } = await firstOf('documents', customer())
    const lines = [{ document_id: id, amount: eur(108_100) }]
    const request = { end_customer_id: customer(), account_code: '1000', posting_date: '2026-04-20', lines }
    const paid = await post('/v1/allocations', request, { wait: 10 })
    expect(paid.body.state, JSON.stringify(paid.body)).to.equal('posted')
    expect((await recordsOf()).map(([, kind, base, tax]) => [kind, base, tax])).to.deep.equal([
      ['declared', -95_000, -7_695],
      ['declared', 95_000, 7_695],
    ])
  })
})

describe('items of another system at net rates over a change to received consideration', () => {
  const { change, booked, figures } = booksOfChange(NET_RATE, { ...NET_RATE, consideration: 'received' })

  it('are taken back gross, at the rate of their activity', async () => {
    const tax_lines = [{ ...taxLine('V81', 100_000, 8_100), declared: true }]
    const item = debit('1100', 108_100, opens({ document_date: '2025-11-20', tax_lines }))
    const fact = await booked([item, credit('9100', 108_100)], on('2025-12-01'), { entry_type: 'takeover' })
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    await change()
    // 1081.00 at 6.2 % is 67.02.
    expect((await figures('2026-H1')).lines[2]).to.deep.equal([null, -108_100, -6_702])
  })
})

describe('items of another system over a change to agreed consideration', () => {
  const { change, booked, figures } = booksOfChange(RECEIVED, EFFECTIVE)

  it('are declared by it where no payment would do it any more, and those that were declared are not', async () => {
    const item = (declared: boolean) =>
      debit(
        '1100',
        108_100,
        opens({ document_date: '2024-11-20', tax_lines: [{ ...taxLine('V81', 100_000, 8_100), declared }] }),
      )
    for (const declared of [true, false]) {
      const rest = declared ? [credit('9100', 108_100)] : [credit('2200', 8_100), credit('9100', 100_000)]
      const fact = await booked([item(declared), ...rest], on('2025-01-01'), { entry_type: 'opening' })
      expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    }
    const sale = await booked([debit('1100', 108_100, opens()), ...SOLD], DECEMBER)
    expect(sale.state, JSON.stringify(sale.blockers)).to.equal('posted')
    await change()
    expect((await figures('2025-Q4')).lines).to.deep.equal([])
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', 200_000, 16_200])
  })
})
