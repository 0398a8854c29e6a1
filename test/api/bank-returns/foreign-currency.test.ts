import { expect } from 'chai'
import { get, put } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { movedBy } from '../settlement/terms/balances.ts'
import { e2e, returnsOf } from './books-with-returns.ts'

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
const rate = (rate_date: string, value: string) => ({ currency: 'EUR', rate: value, rate_date })

/** EUR 500.00 are invoiced at 0.95 (475.00), paid at 0.94 (470.00, gain 5.00), and come back at 0.93. */
describe('payments in euros that come back', () => {
  const books = booksToSettle()
  const { customer, owed, openOf } = books
  const { moved, paidOut, acceptOnly, entryOf } = returnsOf(books)
  const named = e2e('E2E-EUR')
  const back = { direction: 'CRDT', date: '2026-04-09', named, reason: 'AC04', currency: 'EUR' } as const

  async function paidInEuros() {
    await put('/v1/exchange-rates', {
      end_customer_id: customer(),
      rates: [rate('2026-01-01', '0.95'), rate('2026-04-01', '0.94'), rate('2026-04-09', '0.93')],
    })
    const payable = await owed(0, { currency: 'EUR', gross_amount: eur(50_000), tax_lines: [] })
    const { journal_entry_id } = await paidOut(
      payable.id,
      0,
      { amount: '500.00', named, currency: 'EUR' },
      { amount: eur(50_000) },
    )
    expect(await movedBy(journal_entry_id)).to.deep.equal({ 2000: 47_500, 1020: -47_000, 6999: -500 })
    return payable.id
  }

  it('in full: with the values with which it was booked', async () => {
    const payable = await paidInEuros()
    await moved({ ...back, amount: '500.00' })
    await acceptOnly()
    const { body } = await get(`/v1/supplier-payables/${payable}/settlements?end_customer_id=${customer()}`)
    expect(await movedBy(there(body.data[0]).reversal_journal_entry_id)).to.deep.equal({
      1020: 47_000,
      6999: 500,
      2000: -47_500,
    })
    expect(await openOf('supplier-payables', payable)).to.equal(50_000)
  })

  it('less charges: the money at the rate of the day, the payable with its value', async () => {
    const payable = await paidInEuros()
    await moved({ ...back, amount: '495.00', charges: '5.00' })
    const { source_fact_id } = await acceptOnly()
    expect(await movedBy(await entryOf(source_fact_id))).to.deep.equal({
      1020: 46_035,
      6940: 465,
      6949: 1_000,
      2000: -47_500,
    })
    expect(await openOf('supplier-payables', payable)).to.equal(50_000)
  })

  it('in part', async () => {
    const payable = await paidInEuros()
    await moved({ ...back, amount: '200.00' })
    const { source_fact_id } = await acceptOnly()
    expect(await movedBy(await entryOf(source_fact_id))).to.deep.equal({ 1020: 18_600, 6949: 400, 2000: -19_000 })
    expect(await openOf('supplier-payables', payable)).to.equal(20_000)
  })
})
