import { expect } from 'chai'
import { camt053Message } from '../../camt053/messages.ts'
import { quietly } from '../../support/books.ts'
import { upload } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { movedBy } from '../settlement/terms/balances.ts'
import { e2e, movedAtBank, returnsOf } from './books-with-returns.ts'

/** Each case to the Rappen, computed by hand. */
describe('bank entries that bring several payments back', () => {
  const books = booksToSettle()
  const { customer, owed, invoiced, list, allocate, openOf, settle } = books
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

  it('two with the charges that the bank says on top, of each or of the whole', async () => {
    const fee = (of: 'each' | 'whole') => (of === 'each' ? { charges: '2.00' } : {})
    for (const [index, of] of (['each', 'whole'] as const).entries()) {
      const documents = [await invoiced(10_810), await invoiced(6_000)]
      const names = [`L-${of}-A`, `L-${of}-B`].map(e2e)
      const date = `2026-04-0${index + 1}`
      await moved({ amount: '108.10', direction: 'CRDT', named: there(names[0]), date })
      await moved({ amount: '60.00', direction: 'CRDT', named: there(names[1]), date })
      const payments = (await list('payments')).slice(-2)
      for (const [at, payment] of payments.entries())
        await allocate(payment.id, [[there(documents[at]).id, at === 0 ? 10_810 : 6_000]])
      const parts = [
        { amount: '108.10', named: there(names[0]), ...fee(of) },
        { amount: '60.00', named: there(names[1]), ...fee(of) },
      ]
      const amount = of === 'each' ? '172.10' : '171.10'
      await moved({
        amount,
        date: `2026-04-1${index}`,
        reason: 'MD06',
        parts,
        ...(of === 'whole' && { charges_of_whole: '3.00' }),
      })
      const candidates = await proposed()
      expect(
        candidates.map(({ proposed_amount, charges }) => [proposed_amount.amount_minor, charges.amount_minor]),
      ).to.have.deep.members(
        of === 'each'
          ? [
              [11_010, 200],
              [6_200, 200],
            ]
          : [
              [11_110, 300],
              [6_000, 0],
            ],
      )
      for (const { id } of candidates) expect((await accept(id)).body.state).to.equal('booked')
      for (const { id } of documents) expect(await openOf('documents', id)).to.be.greaterThan(0)
      await moved({ amount: '1.00', date: `2026-04-2${index}` })
      expect(await proposed()).to.deep.equal([])
    }
  })

  it('is proposed, whatever of very many others waits for ever', async () => {
    const payable = await owed(10_810)
    const { id } = await paidOut(payable.id, 10_810, { amount: '108.10', named: one })
    const unknown = Array.from({ length: 205 }, (_, index) =>
      movedAtBank({ ...back, amount: `${index + 1}.00`, named: e2e('X') }),
    )
    const bankEntries = [...unknown, movedAtBank({ ...back, amount: '108.10', named: one })].join('')
    const { body } = await upload(customer(), camt053Message({ header: '<Id>very many</Id>', bankEntries }), {
      wait: 20,
    })
    expect(body.state).to.equal('imported')
    await quietly(customer())
    expect(await offered()).to.deep.equal([[id, 10_810, 0, 100]])
  })

  it('all of a batch, which alone the bank names: payment by payment', async () => {
    const [a, b] = [await owed(10_810), await owed(6_000)]
    const batch = '<PmtInfId>BATCH-1</PmtInfId>'
    const { canonical_entry_hash: evidence_sha256, id: debit } = await moved({ amount: '168.10', named: batch })
    const dated = { settlement_date: '2026-04-02', evidence_sha256 }
    const settled = [await settle(a.id, 10_810, dated), await settle(b.id, 6_000, dated)].map(({ body }) => body.id)
    // Another batch says nothing of the payments.
    await moved({ ...back, amount: '168.10', named: '<PmtInfId>BATCH-2</PmtInfId>' })
    expect(await offered()).to.deep.equal([])
    const whole = await moved({ ...back, amount: '168.10', date: '2026-04-10', named: batch })
    expect(await offered()).to.have.deep.members([
      [settled[0], 10_810, 0, 100],
      [settled[1], 6_000, 0, 100],
    ])
    await acceptOf(there(settled[0]))
    await quietly(customer())
    expect(await offered()).to.deep.equal([[settled[1], 6_000, 0, 100]])
    await acceptOnly()
    expect([await openOf('supplier-payables', a.id), await openOf('supplier-payables', b.id)]).to.deep.equal([
      10_810, 6_000,
    ])
    expect([await bookingState(whole.id), await bookingState(debit)]).to.deep.equal(['booked', 'booked'])
  })
})
