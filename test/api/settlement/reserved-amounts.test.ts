import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { put } from '../../support/client.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from './books-to-settle.ts'

describe('allocations and settlements of more than is open', () => {
  const { customer, invoiced, owed, paid, allocate, settle } = booksToSettle()

  /** What is accepted now waits. */
  const lock = (locked_through: string) =>
    put('/v1/period-locks', { end_customer_id: customer(), locked_through, reason: 'x' }, { wait: 10 })
  const messageOf = ({ status, body }: Awaited<ReturnType<typeof allocate | typeof settle>>) => {
    expect([status, body.error.details[0]?.code]).to.deep.equal([422, 'exceeds_open_amount'])
    return body.error.details[0]?.message
  }

  it('name the drafts that have reserved the rest of a document or of a payment', async () => {
    const [a, b] = [await invoiced(10_000), await invoiced(50_000)]
    const payments = await paid(bankEntry({ amount: '100.00' }), bankEntry({ amount: '300.00' }))
    const [first, second] = [there(payments[0]), there(payments[1])]
    await lock('2026-12-31')
    const { body: draft } = await allocate(first.id, [[a.id, 4_000]])
    expect(draft.state).to.equal('draft')
    const reservation = `CHF 40.00 of it is reserved by ${draft.id}, which is not booked yet.`
    expect(messageOf(await allocate(second.id, [[a.id, 6_001]]))).to.equal(
      `The open amount of the document is CHF 60.00; allocate no more than that. ${reservation}`,
    )
    expect(messageOf(await allocate(first.id, [[b.id, 6_001]]))).to.equal(
      `The lines sum up to CHF 60.01, of the payment CHF 60.00 is open. ${reservation}`,
    )
    await lock('2025-12-31')
  })

  it('name the drafts that have reserved the rest of a payable, and none where it is paid', async () => {
    const [payable, other] = [await owed(10_000), await owed(10_000)]
    await settle(other.id, 4_000)
    await lock('2026-12-31')
    const { body: draft } = await settle(payable.id, 4_000)
    const open = 'The open amount is CHF 60.00; settle no more than that.'
    expect(messageOf(await settle(payable.id, 6_001))).to.equal(
      `${open} CHF 40.00 of it is reserved by ${draft.id}, which is not booked yet.`,
    )
    expect(messageOf(await settle(other.id, 6_001))).to.equal(open)
    await lock('2025-12-31')
  })
})
