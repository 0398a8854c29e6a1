import { expect } from 'chai'
import { codesOf, factOf } from '../../support/books.ts'
import { get, put } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { expectRefusal } from './expect-refusal.ts'

describe('period locks', () => {
  const lock = (customer: string, locked_through: string, more: object = {}) =>
    put('/v1/period-locks', { end_customer_id: customer, locked_through, reason: 'VAT return', ...more }, { wait: 10 })

  it('a lock blocks, moved back it frees, and every change is kept', async () => {
    const customer = await newEndCustomer()
    await lock(customer, '2026-03-31')
    const fact = await bookExpense(customer)
    expect(codesOf(fact)).to.deep.equal(['period_locked'])
    await lock(customer, '2026-02-28')
    expect((await factOf(fact.id)).state).to.equal('posted')
    await lock(customer, '2026-06-30', { hard: true })
    expectRefusal(await lock(customer, '2026-05-31'), 409, 'hard_lock')
    expectRefusal(await lock(customer, '2026-07-31', { hard: false }), 409, 'hard_lock')
    expect((await lock(customer, '2026-07-31')).body.hard).to.equal(true)
    const { body } = await get(`/v1/period-locks?end_customer_id=${customer}`)
    expect([body.locked_through, body.changes.length, body.has_more]).to.deep.equal(['2026-07-31', 4, false])
    const first = (await get(`/v1/period-locks?end_customer_id=${customer}&limit=3`)).body
    const after = `&starting_after=${first.changes[2]?.id}`
    const second = (await get(`/v1/period-locks?end_customer_id=${customer}&limit=3${after}` as '/v1/period-locks'))
      .body
    expect([...first.changes, ...second.changes]).to.deep.equal(body.changes)
    expect([first.has_more, second.has_more, second.locked_through]).to.deep.equal([true, false, '2026-07-31'])
  })
})
