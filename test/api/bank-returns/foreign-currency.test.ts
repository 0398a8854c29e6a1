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
  const { moved, paidOut, acceptOnly, entryOf, proposed, takeBack, differences } = returnsOf(books)
  const named = e2e('E2E-EUR')
  const back = { direction: 'CRDT', date: '2026-04-09', named, reason: 'AC04', currency: 'EUR' } as const

  async function owedInEuros() {
    await put('/v1/exchange-rates', {
      end_customer_id: customer(),
      rates: [rate('2026-01-01', '0.95'), rate('2026-04-01', '0.94'), rate('2026-04-09', '0.93')],
    })
    return owed(0, { currency: 'EUR', gross_amount: eur(50_000), tax_lines: [] })
  }
  async function paidInEuros() {
    const payable = await owedInEuros()
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

  for (const [rate_of_day, amount, difference] of [
    ['lower', '473.00', { 6949: 200 }],
    ['higher', '487.00', { 6999: -1_200 }],
  ] as const)
    it(`paid by 480.00 francs, and back at a ${rate_of_day} rate: ${amount}`, async () => {
      const payable = await owedInEuros()
      const { journal_entry_id } = await paidOut(payable.id, 0, { amount: '480.00', named }, { amount: eur(50_000) })
      expect(await movedBy(journal_entry_id)).to.deep.equal({ 2000: 47_500, 6949: 500, 1020: -48_000 })
      await moved({ ...back, currency: 'CHF', amount })
      expect((await proposed()).map(({ score, charges }) => [score, charges.amount_minor])).to.deep.equal([[95, 0]])
      const { id, source_fact_id, booked_by, returned_amount, charges } = await acceptOnly()
      const back_minor = Math.round(Number(amount) * 100)
      // 475.00 is the value of the payable: with the loss of the payment 7.00 are lost, or gained, in all.
      expect(await movedBy(await entryOf(source_fact_id))).to.deep.equal({
        1020: back_minor,
        ...difference,
        2000: -47_500,
      })
      expect([booked_by, returned_amount.amount_minor, charges.amount_minor]).to.deep.equal(['voucher', 48_000, 0])
      const { open_amount } = (await get(`/v1/supplier-payables/${payable.id}`)).body
      expect(open_amount).to.deep.equal(eur(50_000))
      expect([await differences('2026-04-09'), await proposed()]).to.deep.equal([[], []])
      expect((await takeBack(id)).body.state).to.equal('reversed')
      expect(await openOf('supplier-payables', payable.id)).to.equal(0)
    })

  it('paid in francs, a part of them proposes nothing', async () => {
    const payable = await owedInEuros()
    await paidOut(payable.id, 0, { amount: '480.00', named }, { amount: eur(50_000) })
    await moved({ ...back, currency: 'CHF', amount: '240.00' })
    expect(await proposed()).to.deep.equal([])
  })

  it('in part', async () => {
    const payable = await paidInEuros()
    await moved({ ...back, amount: '200.00' })
    const { source_fact_id } = await acceptOnly()
    expect(await movedBy(await entryOf(source_fact_id))).to.deep.equal({ 1020: 18_600, 6949: 400, 2000: -19_000 })
    expect(await openOf('supplier-payables', payable)).to.equal(20_000)
  })
})
