import { expect } from 'chai'
import { bankEntry, transaction } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { booksToSettle } from './books-to-settle.ts'

describe('allocations that wait, or that others wait for', () => {
  const { customer, invoiced, owed, received, allocate, settle, openOf } = booksToSettle()

  it('an allocation into a locked period stays a draft, is booked when that is over, or given up without an entry', async () => {
    const [a, b] = [await invoiced(10_000), await invoiced(10_000)]
    const payment = await received(bankEntry({ amount: '200.00' }))
    await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-03-31', reason: 'x' })
    const { body: draft } = await allocate(payment.id, [[a.id, 10_000]])
    expect([draft.state, draft.intents[0]?.state, draft.intents[0]?.blockers[0]?.code]).to.deep.equal([
      'draft',
      'blocked',
      'period_locked',
    ])
    expect(await openOf('documents', a.id)).to.equal(0)
    const close = await post('/v1/fiscal-years/FY2026/close', { end_customer_id: customer(), reason: 'x' })
    expect(close.body.error.details.map(({ code }) => code)).to.deep.equal(['year_not_ended', 'drafts_not_booked'])
    const { body: other } = await allocate(payment.id, [[b.id, 10_000]])
    const { body: given } = await post(
      `/v1/allocations/${other.id}/reverse`,
      { end_customer_id: customer(), reason: 'x' },
      { wait: 10 },
    )
    expect([
      given.state,
      given.journal_entry_id,
      given.reversal_journal_entry_id,
      given.intents[0]?.state,
    ]).to.deep.equal(['reversed', null, null, 'failed'])
    expect(await openOf('documents', b.id)).to.equal(10_000)
    await put('/v1/period-locks', { end_customer_id: customer(), locked_through: '2026-01-31', reason: 'y' })
    await eventually(async () => (await get(`/v1/allocations/${draft.id}`)).body.state === 'posted')
  })

  it('nothing is allocated from a payment whose booking is being reversed, until that is done', async () => {
    const target = await invoiced(10_000)
    const payment = await received(bankEntry({ amount: '100', details: transaction() }))
    const { body: first } = await allocate(payment.id, [[target.id, 4_000]])
    const lock = (locked_through: string) =>
      put('/v1/period-locks', { end_customer_id: customer(), locked_through, reason: 'x' }, { wait: 10 })
    await lock('2027-12-31')
    const reversal = { end_customer_id: customer(), reason: 'x' }
    const { body: waiting } = await post(`/v1/allocations/${first.id}/reverse`, reversal, { wait: 10 })
    expect([waiting.state, waiting.intents.at(-1)?.state]).to.deep.equal(['posted', 'blocked'])
    const refused = await allocate(payment.id, [[target.id, 3_000]])
    expect([refused.status, refused.body.error.details[0]?.code]).to.deep.equal([422, 'being_reversed'])
    await lock('2025-12-31')
    await eventually(async () => (await get(`/v1/allocations/${first.id}`)).body.state === 'reversed')
    const { body: second } = await allocate(payment.id, [[target.id, 3_000]])
    expect([second.state, second.customer_credit_balance.amount_minor]).to.deep.equal(['posted', 7_000])
  })

  it('what is allocated or settled cannot be reversed from under it', async () => {
    const a = await invoiced(10_000)
    const payment = await received(bankEntry({ amount: '100.00' }))
    const { body: allocation } = await allocate(payment.id, [[a.id, 10_000]])
    const { status, body } = await post(`/v1/source-facts/${a.source_fact_id.id}/reverse`, {
      end_customer_id: customer(),
      reason: 'x',
    })
    expect([status, body.error.details[0]?.code, body.error.message.includes(allocation.id)]).to.deep.equal([
      409,
      'in_use',
      true,
    ])
    const payable = await owed(5_000)
    await settle(payable.id, 1_000)
    expect(
      (
        await post(`/v1/source-facts/${payable.source_fact_id.id}/reverse`, {
          end_customer_id: customer(),
          reason: 'x',
        })
      ).status,
    ).to.equal(409)
  })
})
