import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { linesOf } from '../../../support/books.ts'
import { firstOf, post, put } from '../../../support/client.ts'
import { debit } from '../../../support/requests/examples.ts'
import { booksOfReceived } from './books-of-received.ts'

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
const IN_EURO = (tax_code: string) => ({
  document_date: '2026-02-10',
  supply_date: '2026-02-10',
  currency: 'EUR',
  gross_amount: eur(108_100),
  tax_lines: [{ tax_code, net_amount: eur(100_000), tax_amount: eur(8_100) }],
})

describe('received consideration in a foreign currency', () => {
  const { customer, invoiced, owed, paid, received, settle, undo, booked, recordsOf, figures } = booksOfReceived()
  beforeEach(async () => {
    const rates = [
      { currency: 'EUR', rate: '0.95', rate_date: '2026-01-01' },
      { currency: 'EUR', rate: '0.94', rate_date: '2026-04-01' },
    ]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
  })

  it('is declared at the rate of the payment, and the tax account follows', async () => {
    const sale = await invoiced(0, IN_EURO('V81'))
    const payment = await received(bankEntry({ amount: '1081.00', currency: 'EUR' }))
    const lines = [{ document_id: sale.id, amount: eur(108_100) }]
    const request = { end_customer_id: customer(), payment_id: payment.id, lines, posting_date: '2026-04-20' }
    const { body } = await post('/v1/allocations', request, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['1020', 101_614, 0],
      ['1100', 0, 102_695],
      ['2200', 81, 0],
      ['6949', 1_000, 0],
    ])
    expect(await recordsOf()).to.deep.equal([
      ['V81', 'not_due', 95_000, 7_695],
      ['V81', 'declared', 94_000, 7_614],
      ['V81', 'not_due', -1_000, -81],
    ])
    expect((await figures('2026-Q2')).steps).to.deep.equal([
      ['payable_tax', 7_614],
      ['not_due', -7_695],
    ])
    await undo(`/v1/allocations/${body.id}`, { posting_date: '2026-07-01' })
    expect((await figures('2026-Q3')).steps).to.deep.equal([
      ['payable_tax', -7_614],
      ['not_due', 7_695],
    ])
  })

  it('is deducted at the rate for tax, whatever the bank took', async () => {
    const payable = await owed(0, IN_EURO('I81'))
    await paid(bankEntry({ amount: '1020.00', direction: 'DBIT' }))
    const evidence = await firstOf('camt-053/entries', customer())
    const more = { amount: eur(108_100), evidence_sha256: evidence.canonical_entry_hash }
    const { body } = await settle(payable.id, 0, more)
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['2000', 102_695, 0],
      ['1020', 0, 102_000],
      ['1171', 0, 81],
      ['6999', 0, 614],
    ])
    expect((await figures('2026-Q2')).lines).to.deep.equal([
      ['405', null, 7_614],
      ['479', null, 7_614],
      ['510', null, 7_614],
    ])
  })

  it('is declared by vouchers too, in parts, and written off at the value that was booked', async () => {
    const { id } = await invoiced(0, IN_EURO('V81'))
    const take = (amount: number, purpose: string) => ({
      account_code: '1100',
      credit: eur(amount),
      open_item: { document_id: id, purpose },
    })
    const money = { account_code: '1024', debit: eur(54_050) }
    const half = await booked([money, take(54_050, 'payment')], { business_date: '2026-04-20' })
    expect(half.state, JSON.stringify(half.blockers)).to.equal('posted')
    expect((await linesOf(half.journal_entry_id.id)).slice(2)).to.deep.equal([
      ['6949', 541, 0],
      ['2200', 41, 0],
      ['6999', 0, 41],
    ])
    const lost = [
      debit('3805', 47_500),
      debit('2200', 3_847, { tax_code: 'VS81', tax_base: { amount_minor: 47_500, currency: 'CHF' } }),
    ]
    const wrong = {
      account_code: '2200',
      debit: eur(4_050),
      base_amount: { amount_minor: 3_807, currency: 'CHF' },
      tax_code: 'VS81',
      tax_base: eur(50_000),
    }
    const refused = await booked([{ ...debit('3805', 0), debit: eur(50_000) }, wrong, take(54_050, 'write_off')], {
      business_date: '2026-04-21',
    })
    expect(refused.blockers.map(({ message }) => message)[0]).to.match(
      /a debit of CHF 38\.47 with a code at 8\.1 % \(VS81\)\. A line in another currency says it as base_amount\.$/,
    )
    await post(`/v1/source-facts/${refused.id}/withdraw`, { end_customer_id: customer(), reason: 'x' } as never)
    const rest = await booked([...lost, take(54_050, 'write_off')], { business_date: '2026-04-21' })
    expect(rest.state, JSON.stringify(rest.blockers)).to.equal('posted')
    expect((await recordsOf()).slice(1)).to.deep.equal([
      ['V81', 'declared', 47_000, 3_807],
      ['V81', 'not_due', -500, -41],
      ['V81', 'extinguished', 47_500, 3_847],
    ])
  })
})
