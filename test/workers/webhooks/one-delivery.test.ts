import { expect } from 'chai'
import { eventually } from '../../support/books.ts'
import { get, post } from '../../support/client.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { startReceiver, verified } from './webhook-receiver.ts'
import {
  attemptsOf,
  change,
  forgetSubscriptions,
  happen,
  newClientKey,
  positionOf,
  SUBSCRIPTIONS,
  subscribe,
} from './webhook-requests.ts'

describe('a webhook', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let key: string
  beforeEach(async () => {
    receiver = await startReceiver()
    key = await newClientKey()
  })
  afterEach(async () => {
    await receiver.close()
    await forgetSubscriptions()
  })

  it('is the event of the feed, signed as Standard Webhooks say, and logged', async () => {
    const customer = await newEndCustomer()
    const subscription = await subscribe(key, receiver.url, { end_customer_ids: [customer] })
    await happen(customer)
    await eventually(async () => receiver.received.length === 1)
    const [webhook] = receiver.received
    const message = verified(there(webhook), subscription.secret)
    const { data } = (await get(`/v1/events?end_customer_id=${customer}`)).body
    expect(message).to.deep.equal({ type: 'fact.posted', timestamp: data[0]?.created_at, data: data[0] })
    expect(webhook?.headers).to.include({ 'content-type': 'application/json', 'webhook-id': `evt_${customer}_1` })
    expect(() => verified({ ...there(webhook), body: `${webhook?.body} ` }, subscription.secret)).to.throw('signature')
    await eventually(async () => (await attemptsOf(key, subscription.id, customer)).length === 1)
    const [attempt] = await attemptsOf(key, subscription.id, customer)
    expect(attempt).to.include({ event_number: 1, event_type: 'fact.posted', attempt: 1, status: 204, error: null })
    expect(attempt?.webhook_id).to.equal(`evt_${customer}_1`)
    const position = await positionOf(key, subscription.id, customer)
    expect(position).to.include({ delivered_event_number: 1, last_event_number: 1, failed_attempts: 0, state: 'on' })
  })

  it('begins with what happens after the subscription, and only with types and end customers that it names', async () => {
    const [named, other] = [await newEndCustomer(), await newEndCustomer()]
    await happen(named)
    await subscribe(key, receiver.url, { end_customer_ids: [named], event_types: ['fact.posted', 'fact.reversed'] })
    const { body } = await get(`/v1/source-facts?end_customer_id=${named}`)
    await happen(other)
    const wrong = { end_customer_id: named, external_reference: 'blocked one', evidence_links: [] }
    await post('/v1/source-facts/expense-documents', { ...body.data[0], ...wrong }, { wait: 10 })
    await post(`/v1/source-facts/${body.data[0]?.id}/reverse`, { end_customer_id: named, reason: 'x' }, { wait: 10 })
    await happen(named)
    await eventually(async () => receiver.received.length === 2)
    expect(receiver.received.map(({ message }) => message.type)).to.deep.equal(['fact.reversed', 'fact.posted'])
    expect(receiver.numbersOf(other)).to.deep.equal([])
  })

  it('without a list of end customers comes for those whose feed begins later, too', async () => {
    const before = await newEndCustomer()
    await happen(before)
    await subscribe(key, receiver.url)
    const later = await newEndCustomer()
    await happen(later, 2)
    await happen(before)
    await eventually(async () => receiver.numbersOf(later).length === 2 && receiver.numbersOf(before).length === 1)
    expect([receiver.numbersOf(later), receiver.numbersOf(before)]).to.deep.equal([[1, 2], [2]])
  })

  it('has two signatures while a secret is rotated', async () => {
    const customer = await newEndCustomer()
    const first = await subscribe(key, receiver.url, { end_customer_ids: [customer] })
    const { body: second } = await post(`${SUBSCRIPTIONS}/${first.id}/rotate-secret`, {}, { key })
    expect(Date.parse(there(second.old_secret_until)) - Date.now()).to.be.within(23.9 * 3_600_000, 24 * 3_600_000)
    await happen(customer)
    await eventually(async () => receiver.received.length === 1)
    const webhook = there(receiver.received[0])
    expect(String(webhook.headers['webhook-signature']).split(' ')).to.have.lengthOf(2)
    for (const secret of [first.secret, there(second.secret)]) verified(webhook, secret)
    const { body: third } = await post(`${SUBSCRIPTIONS}/${first.id}/rotate-secret`, { old_secret_hours: 0 }, { key })
    await happen(customer)
    await eventually(async () => receiver.received.length === 2)
    const last = there(receiver.received[1])
    expect(() => verified(last, [first.secret, there(second.secret)])).to.throw('signature')
    verified(last, there(third.secret))
  })

  it('goes to a changed URL, comes no more while the subscription is off, and goes on where it stopped', async () => {
    const customer = await newEndCustomer()
    const { id } = await subscribe(key, receiver.url, { end_customer_ids: [customer] })
    await happen(customer)
    await eventually(async () => receiver.received.length === 1)
    const off = await change(key, id, { url: receiver.url, end_customer_ids: [customer], state: 'off' })
    expect([off.body.state, off.body.off_reason]).to.deep.equal(['off', 'request'])
    await happen(customer, 2)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(receiver.received).to.have.lengthOf(1)
    await change(key, id, { url: `${receiver.url}/other`, end_customer_ids: [customer] })
    await eventually(async () => receiver.received.length === 3)
    expect(receiver.numbersOf(customer)).to.deep.equal([1, 2, 3])
    expect(receiver.received.map(({ path }) => path)).to.deep.equal(['/hook', '/hook/other', '/hook/other'])
    await post(`${SUBSCRIPTIONS}/${id}/delete`, {}, { key })
    await happen(customer)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(receiver.received).to.have.lengthOf(3)
  })

  it('comes again from an event on, or leaves some out', async () => {
    const customer = await newEndCustomer()
    const { id } = await subscribe(key, receiver.url, { end_customer_ids: [customer] })
    await happen(customer, 3)
    await eventually(async () => receiver.received.length === 3)
    const again = (from_event_number: number) =>
      post(`${SUBSCRIPTIONS}/${id}/redeliver`, { end_customer_id: customer, from_event_number }, { key })
    expect((await again(2)).body).to.include({ delivered_event_number: 1, last_event_number: 3 })
    await eventually(async () => receiver.received.length === 5)
    expect(receiver.numbersOf(customer)).to.deep.equal([1, 2, 3, 2, 3])
    expect((await again(5)).body.error.details[0]).to.include({ pointer: '/from_event_number', code: 'out_of_range' })
    receiver.answersWith(500)
    await happen(customer, 2)
    await eventually(async () => receiver.received.length >= 6)
    await again(5)
    receiver.answersWith(204)
    await eventually(async () => (await positionOf(key, id, customer)).delivered_event_number === 5)
    const taken = await attemptsOf(key, id, customer, '&failed=false')
    expect(taken.map(({ event_number }) => event_number)).to.deep.equal([5, 3, 2, 3, 2, 1])
  })

  it('may be left out where it is the last one', async () => {
    const customer = await newEndCustomer()
    const { id } = await subscribe(key, receiver.url, { end_customer_ids: [customer] })
    receiver.answersWith(500)
    await happen(customer, 1)
    await eventually(async () => receiver.received.length >= 1)
    const next = { end_customer_id: customer, from_event_number: 2 }
    const { status, body } = await post(`${SUBSCRIPTIONS}/${id}/redeliver`, next, { key })
    expect([status, body.delivered_event_number, body.last_event_number]).to.deep.equal([202, 1, 1])
    receiver.answersWith(204)
    await happen(customer, 1)
    await eventually(async () => (await positionOf(key, id, customer)).delivered_event_number === 2)
    const taken = await attemptsOf(key, id, customer, '&failed=false')
    expect(taken.map(({ event_number }) => event_number)).to.deep.equal([2])
  })
})
