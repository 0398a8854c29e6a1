import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { codesOf, factOf, findings, quietly } from '../../support/books.ts'
import { get, itemsOf, post, put } from '../../support/client.ts'
import { bookExpense } from '../../support/requests/book-expense.ts'
import {
  chart,
  credit,
  debit,
  EXPENSES,
  expense,
  newEndCustomer,
  VOUCHERS,
  voucher,
} from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { bookedVoucher, bookVoucher, idOf, reverse } from '../open-items/items-of-customer.ts'

const NO_RECEIPT = { evidence_links: [] }

describe('POST /v1/source-facts/{source_fact_id}/withdraw', () => {
  const withdraw = (customer: string, id: string, options: Parameters<typeof post>[2] = {}) =>
    post(`/v1/source-facts/${id}/withdraw`, { end_customer_id: customer, reason: 'Doppelt erfasst.' }, options)
  const statesOf = async (customer: string, more: string) =>
    (await itemsOf('source-facts', customer, more)).map(({ id }) => id)

  it('says who, when and why; what was sent stays, and the feed and the lists know it', async () => {
    const customer = await newEndCustomer()
    const blocked = await bookExpense(customer, NO_RECEIPT)
    const before = Date.now()
    const { status, body } = await withdraw(customer, blocked.id)
    const { withdrawal } = body
    expect([status, body.state, body.blockers, withdrawal?.reason]).to.deep.equal([
      201,
      'withdrawn',
      [],
      'Doppelt erfasst.',
    ])
    expect(withdrawal?.actor_id).to.equal(service().key.split('_')[1])
    expect(Date.parse(withdrawal?.withdrawn_at ?? '')).to.be.within(before, Date.now())
    expect(await factOf(blocked.id)).to.deep.equal(body)
    expect(body.evidence_hashes).to.deep.equal(blocked.evidence_hashes)
    const { data } = (await get(`/v1/events?end_customer_id=${customer}`)).body
    const events = data.map(({ event_type, subject }) => [event_type, subject.id])
    expect(events).to.deep.equal([
      ['fact.blocked', blocked.id],
      ['fact.withdrawn', blocked.id],
    ])
    expect(await statesOf(customer, '&state=withdrawn')).to.deep.equal([blocked.id])
    expect(await statesOf(customer, '&state=blocked')).to.deep.equal([])
    expect(await statesOf(customer, '&blocker=receipt_missing')).to.deep.equal([])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('is never booked, whatever would have freed it', async () => {
    const customer = randomUUID()
    const withdrawn = await bookExpense(customer)
    const waiting = await bookExpense(customer)
    expect(codesOf(withdrawn)).to.deep.equal(['account_chart_missing'])
    expect((await withdraw(customer, withdrawn.id)).status).to.equal(201)
    await put('/v1/accounts', chart(customer), { wait: 10 })
    await quietly(customer)
    expect((await factOf(waiting.id)).state).to.equal('posted')
    expect((await factOf(withdrawn.id)).state).to.equal('withdrawn')
    expect(await itemsOf('journal-entries', customer)).to.have.length(1)
  })

  it('does not take the open item that a reversal frees: the voucher that waits behind it does', async () => {
    const customer = await newEndCustomer()
    const { id: expense_id } = await bookExpense(customer)
    const supplier_payable_id = await idOf('supplier-payables', customer, expense_id)
    const lines = [
      debit('2000', 10_810, { open_item: { supplier_payable_id, purpose: 'payment' } }),
      credit('1020', 10_810),
    ]
    const booked = await bookedVoucher(customer, lines)
    const [mistake, waiting] = [await bookVoucher(customer, lines), await bookVoucher(customer, lines)]
    expect([mistake.state, waiting.state]).to.deep.equal(['blocked', 'blocked'])
    await withdraw(customer, mistake.id)
    await reverse(customer, `/v1/source-facts/${booked.id}`)
    await quietly(customer)
    expect([(await factOf(mistake.id)).state, (await factOf(waiting.id)).state]).to.deep.equal(['withdrawn', 'posted'])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('one of several equal documents: the other one is no duplicate of it', async () => {
    const customer = await newEndCustomer()
    const payload = { document_number: 'R-1' }
    const first = await bookExpense(customer, { payload, ...NO_RECEIPT })
    await withdraw(customer, first.id)
    const second = await bookExpense(customer, { payload })
    expect([second.state, second.warnings]).to.deep.equal(['posted', []])
    expect((await factOf(first.id)).state).to.equal('withdrawn')
  })

  it('a corrected fact of its reference is booked, and supersedes nothing', async () => {
    const customer = await newEndCustomer()
    const reference = { external_reference: 'EXP-1' }
    const wrong = await bookExpense(customer, { ...reference, ...NO_RECEIPT })
    await withdraw(customer, wrong.id)
    const right = await bookExpense(customer, reference)
    expect([right.state, codesOf(right)]).to.deep.equal(['posted', []])
    expect(await factOf(wrong.id)).to.include({ state: 'withdrawn', superseded_by: null })
  })

  it('what it superseded stays superseded', async () => {
    const customer = await newEndCustomer()
    const reference = { external_reference: 'EXP-1', ...NO_RECEIPT }
    const older = await bookExpense(customer, reference)
    const newer = await bookExpense(customer, reference)
    await withdraw(customer, newer.id)
    await quietly(customer)
    expect(await factOf(older.id)).to.include({ state: 'superseded', superseded_by: newer.id })
  })

  it('the same fact sent again is the withdrawn one, also in a batch', async () => {
    const customer = await newEndCustomer()
    const sent = expense(customer, NO_RECEIPT)
    const { body: fact } = await post(EXPENSES, sent, { wait: 10 })
    await withdraw(customer, fact.id)
    const again = await post(EXPENSES, sent, { wait: 10 })
    expect([again.status, again.body.id, again.body.state]).to.deep.equal([202, fact.id, 'withdrawn'])
    const { body } = await post('/v1/source-facts/batch', { items: [sent] }, { wait: 10 })
    const [item] = body.data
    expect([item?.outcome, item?.source_fact?.id, item?.source_fact?.state]).to.deep.equal([
      'replayed',
      fact.id,
      'withdrawn',
    ])
    expect(await itemsOf('source-facts', customer)).to.have.length(1)
  })

  it('a retry under the same key has the recorded answer', async () => {
    const customer = await newEndCustomer()
    const { id } = await bookExpense(customer, NO_RECEIPT)
    const idempotencyKey = randomUUID()
    const [one, two] = await Promise.all([1, 2].map(() => withdraw(customer, id, { idempotencyKey })))
    expect([one?.status, two?.status]).to.deep.equal([201, 201])
    expect(one?.text).to.equal(two?.text)
    expect(await statesOf(customer, '&state=withdrawn')).to.deep.equal([id])
  })

  it('409 once it is decided otherwise, with what to do instead', async () => {
    const customer = await newEndCustomer()
    const refusal = async (id: string) => {
      const { status, body } = await withdraw(customer, id)
      expect([status, body.error.code]).to.deep.equal([409, 'state_conflict'])
      return [body.error.details[0]?.code, body.error.message]
    }
    const only = 'Only a fact that waits or is blocked can be withdrawn.'
    const posted = await bookExpense(customer)
    expect(await refusal(posted.id)).to.deep.equal([
      'already_posted',
      `${only} It is booked. Reverse it: POST /v1/source-facts/${posted.id}/reverse.`,
    ])
    await post(`/v1/source-facts/${posted.id}/reverse`, { end_customer_id: customer, reason: 'x' }, { wait: 10 })
    expect((await refusal(posted.id))[0]).to.equal('already_reversed')
    const older = await bookExpense(customer, { external_reference: 'EXP-1', ...NO_RECEIPT })
    const newer = await bookExpense(customer, { external_reference: 'EXP-1', ...NO_RECEIPT })
    const [code, message] = await refusal(older.id)
    expect(code).to.equal('already_superseded')
    expect(message).to.include(newer.id)
    await withdraw(customer, newer.id)
    expect((await refusal(newer.id))[0]).to.equal('already_withdrawn')
  })

  it('a withdrawn fact is not reversed, and keeps no year open', async () => {
    const customer = await newEndCustomer()
    const business_date = '2025-06-30'
    await post(VOUCHERS, voucher(customer, { business_date }), { wait: 10 })
    const { id } = await bookExpense(customer, {
      business_date,
      payload: { document_date: business_date },
      ...NO_RECEIPT,
    })
    const early = await post(`/v1/source-facts/${id}/reverse`, { end_customer_id: customer, reason: 'x' })
    expect(early.body.error.message).to.equal(
      `Only a posted fact can be reversed, and once; it is blocked. Withdraw it instead: POST /v1/source-facts/{id}/withdraw.`,
    )
    await withdraw(customer, id)
    const reversal = await post(`/v1/source-facts/${id}/reverse`, { end_customer_id: customer, reason: 'x' })
    expect([reversal.status, reversal.body.error.details[0]?.code]).to.deep.equal([409, 'not_posted'])
    const { body } = await post('/v1/fiscal-years/FY2025/close', { end_customer_id: customer, reason: 'x' })
    expect(body.state).to.equal('closed')
  })

  it('422 without a reason; 403 without the scope; 404 for a fact of nobody', async () => {
    const customer = await newEndCustomer()
    const { id } = await bookExpense(customer, NO_RECEIPT)
    const bare = await post(`/v1/source-facts/${id}/withdraw`, { end_customer_id: customer })
    expect([bare.status, bare.body.error.details[0]?.pointer]).to.deep.equal([422, '/reason'])
    const reader = await issueKey(service().home, { client_name: 'reader', scopes: ['read'] })
    expect((await withdraw(customer, id, { key: reader })).status).to.equal(403)
    expect((await withdraw(customer, 'fact_01kf3y8gt6f9vbjr1m5zq2x7ce')).status).to.equal(404)
    expect((await factOf(id)).state).to.equal('blocked')
  })
})
