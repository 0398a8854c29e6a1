import { expect } from 'chai'
import { blockersOf, factOf, linesOf } from '../../support/books.ts'
import { get, put } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { expectRefusal } from './expect-refusal.ts'

describe('exchange rates', () => {
  it('a rate frees what waited for it', async () => {
    const customer = await newEndCustomer()
    const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
    const payload = {
      currency: 'EUR',
      gross_amount: eur(50_000),
      tax_lines: [{ tax_code: 'B81', net_amount: eur(50_000), tax_amount: eur(0) }],
    }
    const fact = await bookExpense(customer, { payload })
    expect(await blockersOf(fact.id)).to.deep.equal(['exchange_rate_missing'])
    const rates = [
      { currency: 'EUR', rate_date: '2026-03-10', rate: '0.95' },
      { currency: 'USD', rate_date: '2026-03-10', rate: '0.81234567', source: 'ESTV' },
    ]
    await put('/v1/exchange-rates', { end_customer_id: customer, rates }, { wait: 10 })
    const { journal_entry_id } = await factOf(fact.id)
    expect(await linesOf(journal_entry_id.id)).to.deep.equal([
      ['6500', 47_500, 0],
      ['2000', 0, 47_500],
      ['1171', 3_848, 0],
      ['2203', 0, 3_848],
    ])
    const entry = (await get(`/v1/journal-entries/${journal_entry_id.id}`)).body
    expect(entry.lines[0]).to.deep.include({ exchange_rate: '0.95', transaction_amount: eur(50_000) })
    const list = (await get(`/v1/exchange-rates?end_customer_id=${customer}&starting_after=EUR:2026-03-10`)).body
    expect(list.data).to.deep.equal([
      {
        object: 'exchange_rate',
        currency: 'USD',
        rate_date: '2026-03-10',
        month: null,
        rate: '0.81234567',
        source: 'ESTV',
      },
    ])
    const wrong = [{ currency: 'CHF', rate_date: '2026-03-10', rate: '1' }, rates[0], rates[0]]
    expectRefusal(
      await put('/v1/exchange-rates', { end_customer_id: customer, rates: wrong }),
      422,
      'base_currency',
      'duplicate',
    )
    const zero = [{ currency: 'EUR', rate_date: '2026-03-10', rate: '0.000' }]
    expectRefusal(await put('/v1/exchange-rates', { end_customer_id: customer, rates: zero }), 422, 'format')
  })
})
