import { expect } from 'chai'
import { quietly } from '../../support/books.ts'
import { get } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { longestParsed } from '../../support/watched/longest-parsed.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { e2e, returnsOf } from './books-with-returns.ts'

/** Half a megabyte as JSON. */
const DETAILS = 400
/** Characters: fifty details, and what stands around them. */
const MOST = 100_000

describe('a bank entry that brings hundreds of payments back', () => {
  const books = booksToSettle()
  const { owed, openOf, list } = books
  const { moved, paidOut, proposed, accept } = returnsOf(books)

  it('is read some details at a time, by web and by the worker, and the one of ours among them is found', async () => {
    const payable = await owed(10_810)
    const settled = await paidOut(payable.id, 10_810, { amount: '108.10', named: e2e('E2E-A') })
    const parts = Array.from({ length: DETAILS }, (_, index) => ({ amount: '1.00', named: e2e(`X-${index}`) }))
    parts.splice(237, 1, { amount: '108.10', named: e2e('E2E-A') })
    const entry = await moved({ direction: 'CRDT', date: '2026-04-09', reason: 'AC04', amount: '507.10', parts })
    const [candidate, ...others] = await proposed()
    expect([candidate?.target_settlement_id, candidate?.proposed_amount.amount_minor, others]).to.deep.equal([
      settled.id,
      10_810,
      [],
    ])
    const { id } = there(candidate)
    const charges = { amount_minor: 99, currency: 'CHF' }
    const longest = await longestParsed(async () => {
      expect((await accept(id, { charges })).status).to.equal(422)
      const { status, body } = await accept(id)
      expect([status, body.state], JSON.stringify(body)).to.deep.equal([202, 'booked'])
      await quietly(entry.end_customer_id)
    })
    expect(longest).to.be.within(1_000, MOST)
    expect(await openOf('supplier-payables', payable.id)).to.equal(10_810)
    const [back] = await list('bank-returns')
    expect((await get(`/v1/bank-returns/${there(back).id}`)).body).to.deep.include({ state: 'booked' })
  })
})
