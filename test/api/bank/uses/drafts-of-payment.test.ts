import { expect } from 'chai'
import fc from 'fast-check'
import { bankEntry } from '../../../camt053/messages.ts'
import { findings, quietly } from '../../../support/books.ts'
import { get, put } from '../../../support/client.ts'
import { reverse } from '../../open-items/items-of-customer.ts'
import { booksToSettle } from '../../settlement/books-to-settle.ts'

type Step = { kind: 'allocate'; day: 'locked' | 'open' } | { kind: 'undo'; which: number } | { kind: 'move_lock' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('allocate' as const),
      day: fc.constantFrom('locked' as const, 'open' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'move_lock' as const }) },
)

/** The first allocation that stands uses the bank entry, drafts too. Another draft takes the use over. */
describe('drafts of one payment', () => {
  const books = booksToSettle()
  const { invoiced, received, list } = books

  async function expectUsed(customer: string, payment: { id: string; entry_id: string }, path: string) {
    expect(await findings(customer), path).to.deep.equal([])
    const { booking_state, uses } = (await get(`/v1/camt-053/entries/${payment.entry_id}`)).body
    const standing = (await list('allocations', `&payment_id=${payment.id}&limit=100`)).filter(
      ({ state }) => state !== 'reversed',
    )
    expect(booking_state, path).to.equal(standing.length > 0 ? 'booked' : 'unbooked')
    const holders = uses.map(({ id }) => id)
    expect(holders.length, path).to.equal(standing.length > 0 ? 1 : 0)
    for (const holder of holders)
      expect(
        standing.map(({ id }) => id),
        path,
      ).to.include(holder)
    // Whoever has booked the bank is the holder.
    const first = standing.find((one) => one.state === 'posted')
    if (first) expect(standing.find(({ id }) => id === holders[0])?.state, path).to.equal('posted')
  }
  const lock = (customer: string, locked_through: string) =>
    put('/v1/period-locks', { end_customer_id: customer, locked_through, reason: 'x' })

  it('the use goes from a draft that is given up to the next one, and to whichever is posted first', async () => {
    const { customer, allocate } = books
    const document = await invoiced(90_000)
    const payment = await received(bankEntry({ amount: '300.00' }))
    await lock(customer(), '2026-03-31')
    const draft = async () => (await allocate(payment.id, [[document.id, 1_000]])).body
    const [first, second, third] = [await draft(), await draft(), await draft()]
    expect([first, second, third].map(({ state }) => state)).to.deep.equal(['draft', 'draft', 'draft'])
    const holder = async () => (await get(`/v1/camt-053/entries/${payment.entry_id}`)).body.uses
    for (const given_up of [first, second]) {
      expect((await reverse(customer(), `/v1/allocations/${given_up.id}`)).body.state).to.equal('reversed')
      await expectUsed(customer(), payment, `after ${given_up.id}`)
    }
    expect(JSON.stringify(await holder())).to.include(third.id)
    const { body: posted } = await allocate(payment.id, [[document.id, 1_000]], { posting_date: '2026-04-15' })
    expect(posted.state).to.equal('posted')
    await expectUsed(customer(), payment, 'after another one was posted first')
    await lock(customer(), '2025-12-31')
    await quietly(customer())
    await expectUsed(customer(), payment, 'after all are posted')
  })

  it('hold it once in any order', async function () {
    this.timeout(360_000)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { customer, allocate } = books
        await lock(customer(), '2025-12-31')
        const document = await invoiced(900_000)
        const payment = await received(bankEntry({ amount: '900.00', text: String(Math.random()) }))
        let is_locked = false
        const toggle = async () => {
          is_locked = !is_locked
          await lock(customer(), is_locked ? '2026-03-31' : '2025-12-31')
        }
        await toggle()
        const made: string[] = []
        for (const one of steps) {
          if (one.kind === 'move_lock') await toggle()
          if (one.kind === 'allocate') {
            const posting_date = one.day === 'locked' ? '2026-03-31' : '2026-04-15'
            const { status, body } = await allocate(payment.id, [[document.id, 700]], { posting_date })
            if (status === 201) made.push(body.id)
          }
          if (one.kind === 'undo' && made.length > 0)
            await reverse(customer(), `/v1/allocations/${made[one.which % made.length]}`)
          await quietly(customer())
          await expectUsed(customer(), payment, JSON.stringify(steps))
        }
      }),
      { seed: Number(process.env.DRAFTS_SEED ?? 7), numRuns: Number(process.env.DRAFTS_RUNS ?? 5), endOnFailure: true },
    )
  })
})
