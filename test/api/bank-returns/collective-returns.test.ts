import { expect } from 'chai'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { movedBy } from '../settlement/terms/balances.ts'
import { e2e, returnsOf } from './books-with-returns.ts'

/** Each case to the Rappen, computed by hand. */
describe('bank entries that bring several payments back', () => {
  const books = booksToSettle()
  const { owed, invoiced, list, allocate, openOf } = books
  const { moved, paidOut, proposed, accept, acceptOnly, takeBack, bookingState, entryOf } = returnsOf(books)
  const [one, two] = [e2e('E2E-A'), e2e('E2E-B')]
  const back = { direction: 'CRDT', date: '2026-04-09', reason: 'AC04' } as const
  const offered = async () =>
    (await proposed()).map((candidate) => [
      candidate.target_settlement_id ?? candidate.target_allocation_id,
      candidate.proposed_amount.amount_minor,
      candidate.charges.amount_minor,
      candidate.score,
    ])
  /** Two payables that were paid, each by a debit with a name. */
  async function twoPaid(first: number, second: number) {
    const [a, b] = [await owed(first), await owed(second)]
    const francs = (minor: number) => (minor / 100).toFixed(2)
    const settledA = await paidOut(a.id, first, { amount: francs(first), named: one })
    const settledB = await paidOut(b.id, second, { amount: francs(second), named: two, date: '2026-04-03' })
    return { a, b, settledA, settledB }
  }
  const acceptOf = async (settlement: string) => {
    const { id } = there((await proposed()).find((candidate) => candidate.target_settlement_id === settlement))
    const { status, body } = await accept(id)
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([202, 'booked'])
    return body
  }

  it('each is booked once: a part of one payment, and the whole of another one', async () => {
    const { a, b, settledA, settledB } = await twoPaid(10_810, 6_000)
    const parts = [
      { amount: '50.00', named: one },
      { amount: '60.00', named: two },
    ]
    const entry = await moved({ ...back, amount: '110.00', parts })
    expect(await offered()).to.have.deep.members([
      [settledB.id, 6_000, 0, 100],
      [settledA.id, 5_000, 0, 95],
    ])
    const { id, source_fact_id } = await acceptOf(settledA.id)
    expect(await movedBy(await entryOf(source_fact_id))).to.deep.equal({ 1020: 5_000, 2000: -5_000 })
    await moved({ amount: '1.00' })
    expect(await offered()).to.deep.equal([[settledB.id, 6_000, 0, 100]])
    await acceptOnly()
    expect(await offered()).to.deep.equal([])
    expect([await openOf('supplier-payables', a.id), await openOf('supplier-payables', b.id)]).to.deep.equal([
      5_000, 6_000,
    ])
    expect(await bookingState(entry.id)).to.equal('booked')
    // What is taken back is offered again.
    await takeBack(id)
    expect(await offered()).to.deep.equal([[settledA.id, 5_000, 0, 95]])
  })

  for (const first of ['A', 'B'] as const)
    it(`two of one amount are both booked, ${first} first`, async () => {
      const { a, b, settledA, settledB } = await twoPaid(5_000, 5_000)
      const parts = [
        { amount: '50.00', named: one },
        { amount: '50.00', named: two },
      ]
      const entry = await moved({ ...back, amount: '100.00', parts })
      expect((await offered()).map(([id]) => id)).to.have.members([settledA.id, settledB.id])
      await acceptOf(first === 'A' ? settledA.id : settledB.id)
      await moved({ amount: '1.00' })
      expect(await offered()).to.deep.equal([[first === 'A' ? settledB.id : settledA.id, 5_000, 0, 100]])
      await acceptOnly()
      expect([await openOf('supplier-payables', a.id), await openOf('supplier-payables', b.id)]).to.deep.equal([
        5_000, 5_000,
      ])
      expect(await bookingState(entry.id)).to.equal('booked')
    })

  it('two payments of customers are taken back in part, each once, and the rest is never a charge', async () => {
    const document = await invoiced(10_000)
    const other = await invoiced(8_000)
    for (const [item, amount, named] of [
      [document, '100.00', one],
      [other, '80.00', two],
    ] as const) {
      await moved({ amount, direction: 'CRDT', named })
      const payment = there((await list('payments')).at(-1))
      expect((await allocate(payment.id, [[item.id, Number(amount) * 100]])).body.state).to.equal('posted')
    }
    const parts = [
      { amount: '60.00', named: one },
      { amount: '60.00', named: two },
    ]
    const entry = await moved({ amount: '120.00', date: '2026-04-09', reason: 'MD06', parts })
    const candidates = await proposed()
    expect(candidates).to.have.length(2)
    const booked = await accept(there(candidates[0]).id)
    expect(booked.body.state, JSON.stringify(booked.body)).to.equal('booked')
    await moved({ amount: '1.00' })
    const { source_fact_id } = await acceptOnly()
    expect(await movedBy(await entryOf(source_fact_id))).to.deep.equal({ 1100: 6_000, 1020: -6_000 })
    expect([await openOf('documents', document.id), await openOf('documents', other.id)]).to.deep.equal([6_000, 6_000])
    expect(await bookingState(entry.id)).to.equal('booked')
  })
})
