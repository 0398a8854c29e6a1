import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { linesOf } from '../../support/books.ts'
import { firstOf, get, post, put } from '../../support/client.ts'
import { booksToSettle } from './books-to-settle.ts'

const RATES = (rate: string, rate_date: string) => ({ currency: 'EUR', rate, rate_date })

describe('payments in foreign currency', () => {
  const { customer, invoiced, owed, paid, received, allocate, settle } = booksToSettle()

  it('foreign currency: a payable is settled with gain or loss, by the rate or by what the bank took', async () => {
    await put('/v1/exchange-rates', {
      end_customer_id: customer(),
      rates: [RATES('0.95', '2026-01-01'), RATES('0.94', '2026-04-01')],
    })
    const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
    const document_of = { currency: 'EUR', gross_amount: eur(50_000), tax_lines: [] }
    const [first, second] = [await owed(0, document_of), await owed(0, document_of)]
    const { body: gained } = await settle(first.id, 0, { amount: eur(50_000) })
    expect(await linesOf(gained.journal_entry_id)).to.deep.equal([
      ['2000', 47_500, 0],
      ['1020', 0, 47_000],
      ['6999', 0, 500],
    ])
    await paid(bankEntry({ amount: '480.00', direction: 'DBIT' }))
    const evidence = await firstOf('camt-053/entries', customer())
    const { body: lost } = await settle(second.id, 0, {
      amount: eur(50_000),
      evidence_sha256: evidence.canonical_entry_hash,
    })
    expect(await linesOf(lost.journal_entry_id)).to.deep.equal([
      ['2000', 47_500, 0],
      ['1020', 0, 48_000],
      ['6949', 500, 0],
    ])
  })

  it('foreign currency: a receivable is paid with loss, and customer credit keeps the value at which it was booked', async () => {
    const rates = [RATES('0.95', '2026-01-01'), RATES('0.94', '2026-03-31')]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
    const claim = () => invoiced(0, { currency: 'EUR', gross_amount: eur(100_000) })
    const [first, second] = [await claim(), await claim()]
    const payment = await received(bankEntry({ amount: '1500.00', currency: 'EUR' }))
    const allocated = async (document_id: string, amount: number) => {
      const lines = [{ document_id, amount: eur(amount) }]
      const { body } = await post(
        '/v1/allocations',
        { end_customer_id: customer(), payment_id: payment.id, lines },
        { wait: 10 },
      )
      expect(body.state, JSON.stringify(body)).to.equal('posted')
      return linesOf(body.journal_entry_id)
    }
    expect(await allocated(first.id, 100_000)).to.deep.equal([
      ['1020', 141_000, 0],
      ['1100', 0, 95_000],
      ['2030', 0, 47_000],
      ['6949', 1_000, 0],
    ])
    expect(await allocated(second.id, 50_000)).to.deep.equal([
      ['2030', 47_000, 0],
      ['1100', 0, 47_500],
      ['6949', 500, 0],
    ])
    expect((await get(`/v1/documents/${second.id}`)).body.base_open_amount.amount_minor).to.equal(47_500)
    const other = await invoiced(1_000)
    const refused = await allocate(payment.id, [[other.id, 1_000]])
    expect(refused.body.error.details[0]?.code).to.equal('currency_mismatch')
  })
})
