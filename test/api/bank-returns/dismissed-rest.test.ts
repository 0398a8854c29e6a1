import { expect } from 'chai'
import { get, itemsOf, post } from '../../support/client.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { e2e, returnsOf } from './books-with-returns.ts'

describe('the dismissed rest of a payment that comes back', () => {
  const books = booksToSettle()
  const { customer, owed } = books
  const { moved, paidOut, acceptOnly, bookingState } = returnsOf(books)

  it('stays dismissed: nothing of the bank entry is free', async () => {
    const payable = await owed(30_000, { tax_lines: [] })
    const named = e2e('E2E-9')
    const { entry_id } = await paidOut(payable.id, 30_000, { amount: '302.00', named })
    const path = `/v1/camt-053/entries/${entry_id}/dismiss` as '/v1/camt-053/entries/:entry_id/dismiss'
    const { status } = await post(path, { end_customer_id: customer(), reason: 'Kulanz der Bank' })
    expect(status).to.equal(201)
    await moved({ amount: '300.00', direction: 'CRDT', date: '2026-04-09', named, reason: 'AC04' })
    const before = (await itemsOf('events', customer())).length
    await acceptOnly()
    const { body } = await get(`/v1/camt-053/entries/${entry_id}`)
    expect([await bookingState(entry_id), body.booked_amount.amount_minor, body.dismissal?.reason]).to.deep.equal([
      'dismissed',
      30_000,
      'Kulanz der Bank',
    ])
    const events = (await itemsOf('events', customer())).slice(before)
    const names = events.map(({ event_type, subject }) => [event_type, subject.id])
    // It is used by the return now.
    expect(names.map(String)).to.include(`bank_entry.changed,${entry_id}`)
    expect(names.findIndex(([type, id]) => type === 'bank_entry.changed' && id === entry_id)).to.be.greaterThan(
      names.findIndex(([type]) => type === 'settlement.reversed'),
    )
  })
})
