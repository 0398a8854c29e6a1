import { expect } from 'chai'
import { itemsOf, put } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import { booksToSettle } from '../../settlement/books-to-settle.ts'
import { BATCH, type Booked, DETAILED, notifiedCustomer, without } from './notified.ts'

const ROUNDS = 8

describe('details that come at the moment in which their booking is used', () => {
  const { customer, invoiced, allocate } = booksToSettle()

  it('the whole is allocated or replaced, and never both', async () => {
    const bank = notifiedCustomer(customer())
    const document = await invoiced(1_000_000)
    for (let round = 0; round < ROUNDS; round += 1) {
      const batch: Booked = { ...BATCH, ref: `BANK-${round}`, text: `${round}` }
      await bank.booked(without(batch))
      const whole = there((await itemsOf('payments', customer())).find(({ state }) => state === 'open'))
      const [allocated] = await Promise.all([allocate(whole.id, [[document.id, 810]]), bank.notified(batch)])
      const { state, reason } = there((await itemsOf('camt-054/entries', customer())).at(-1))
      const expected = allocated.status === 201 ? ['kept', 'payment_used'] : ['joined', null]
      expect([allocated.status, state, reason]).to.deep.equal([allocated.status, ...expected])
      expect([201, 422]).to.include(allocated.status)
      const open = await itemsOf('payments', customer(), '&open=true')
      for (const { id } of open)
        await allocate(id, [[document.id, there(open.find((one) => one.id === id)).open_amount.amount_minor]])
    }
  })

  it('a locked year has the details of its bookings too: they book nothing', async () => {
    const bank = notifiedCustomer(customer())
    const batch: Booked = { ...BATCH, date: '2025-12-30' }
    await bank.booked(without(batch))
    const closed = await put('/v1/period-locks', {
      end_customer_id: customer(),
      locked_through: '2025-12-31',
      reason: 'x',
    })
    expect(closed.status).to.be.below(300)
    await bank.notified(batch)
    expect([await bank.payments(), await bank.notifications()]).to.deep.equal([DETAILED, ['joined']])
  })
})
