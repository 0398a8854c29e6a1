import { expect } from 'chai'
import { newUuid, uuidOf } from '../../../shared/process/ids.ts'
import { finishWebhookRun, leaseWebhook } from '../../../shared/store/webhooks/webhook-runs.ts'
import { eventually } from '../../support/books.ts'
import { get } from '../../support/client.ts'
import { newEndCustomer } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { startReceiver } from './webhook-receiver.ts'
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

describe('a webhook that fails', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let key: string
  let customer: string
  let id: string
  beforeEach(async () => {
    receiver = await startReceiver()
    key = await newClientKey()
    customer = await newEndCustomer()
    id = (await subscribe(key, receiver.url, { end_customer_ids: [customer] })).id
  })
  afterEach(async () => {
    await receiver.close()
    await forgetSubscriptions()
  })

  /** Oldest first. */
  const log = async () => (await attemptsOf(key, id, customer)).reverse()

  it('is tried again, and those behind it wait: the order stays', async () => {
    let failures = 3
    receiver.answers((response, { message }) => {
      const fails = message.data.event_number === 2 && failures-- > 0
      response.writeHead(fails ? 503 : 200).end('whatever it says')
    })
    await happen(customer, 3)
    await eventually(async () => (await positionOf(key, id, customer)).delivered_event_number === 3)
    expect(receiver.numbersOf(customer)).to.deep.equal([1, 2, 2, 2, 2, 3])
    const told = (await log()).map(({ event_number, attempt, status, error }) => [event_number, attempt, status, error])
    expect(told).to.deep.equal([
      [1, 1, 200, null],
      [2, 1, 503, 'status'],
      [2, 2, 503, 'status'],
      [2, 3, 503, 'status'],
      [2, 4, 200, null],
      [3, 1, 200, null],
    ])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).to.equal(3)
    // 50 ms, 150 ms, 450 ms, each a fifth less or more, and what a poll takes.
    const times = receiver.received.map(({ at }) => at)
    expect(there(times[4]) - there(times[3])).to.be.within(360, 2_000)
  })

  it('is kept once, also where the database has kept it and its answer was lost', async () => {
    const { pool } = service().web
    const place = { end_customer_id: customer, subscription_id: there(uuidOf('webhook_subscription', id)) }
    const lease_id = newUuid()
    const run = there(await leaseWebhook(pool, place, lease_id, 60_000))
    const [event_number, attempted_at] = [run.delivered_number + 1n, new Date().toISOString()]
    const said = { status: 503, error: 'status' }
    const attempt = {
      event_number,
      event_type: 'fact.posted' as const,
      attempt: 1,
      duration_ms: 1,
      attempted_at,
    }
    const outcome = {
      lease_id,
      delivered_number: run.delivered_number,
      attempts: [{ end_customer_id: customer, attempt_id: newUuid(), ...attempt, ...said }],
      failure: { attempts: 1, pause_ms: 60_000, ...said },
    }
    expect(await finishWebhookRun(pool, run, outcome)).to.equal(true)
    expect(await finishWebhookRun(pool, run, outcome)).to.equal(false)
    expect((await log()).map(({ attempt, error }) => [attempt, error])).to.deep.equal([[1, 'status']])
    expect((await positionOf(key, id, customer)).delivered_event_number).to.equal(Number(run.delivered_number))
  })

  it('waits as long as Retry-After says', async () => {
    receiver.answersWith(429, { 'Retry-After': '1' })
    await happen(customer)
    await eventually(async () => receiver.received.length === 1)
    receiver.answersWith(204)
    await eventually(async () => receiver.received.length === 2)
    const [first, second] = receiver.received
    expect(there(second).at - there(first).at).to.be.at.least(950)
    expect((await log())[0]).to.include({ status: 429, error: 'status' })
  })

  it('follows no redirect', async () => {
    const elsewhere = await startReceiver()
    receiver.answersWith(307, { Location: elsewhere.url })
    await happen(customer)
    await eventually(async () => (await log()).length > 0)
    expect((await log())[0]).to.include({ status: 307, error: 'redirect' })
    expect(elsewhere.received).to.deep.equal([])
    await elsewhere.close()
  })

  it('has a second to be answered, and a body without end ends with its connection', async () => {
    receiver.answers(() => {})
    await happen(customer)
    await eventually(async () => (await log()).length > 0)
    expect((await log())[0]).to.include({ status: null, error: 'timeout' })
    expect((await log())[0]?.duration_ms).to.be.within(950, 5_000)
    let written = 0
    let isEnded = false
    receiver.answers((response) => {
      response.writeHead(200)
      const more = () => {
        while (!isEnded && response.write('x'.repeat(10_000))) written += 10_000
      }
      response.on('drain', more).on('close', () => {
        isEnded = true
      })
      more()
    })
    await eventually(async () => (await positionOf(key, id, customer)).delivered_event_number === 1)
    await eventually(async () => isEnded)
    expect(written).to.be.below(20_000_000)
  })

  it('says in one word why there was no answer', async () => {
    await receiver.close()
    await happen(customer)
    await eventually(async () => (await log()).length > 0)
    expect((await log())[0]).to.include({ status: null, error: 'connection_refused' })
    await change(key, id, { url: 'http://no-such-host.invalid/', end_customer_ids: [customer] })
    await eventually(async () => (await log()).at(-1)?.error === 'unknown_host')
    receiver = await startReceiver()
    await change(key, id, { url: receiver.url.replace('http:', 'https:'), end_customer_ids: [customer] })
    await eventually(async () => (await log()).at(-1)?.error === 'tls')
  })

  it('with 410 is switched off at once, and the feed says so', async () => {
    receiver.answersWith(410)
    await happen(customer, 2)
    await eventually(async () => (await get(`${SUBSCRIPTIONS}/${id}`, { key })).body.state === 'off')
    const { body } = await get(`${SUBSCRIPTIONS}/${id}`, { key })
    expect(body.off_reason).to.equal('gone')
    expect(receiver.received).to.have.lengthOf(1)
    const events = (await get(`/v1/events?end_customer_id=${customer}`)).body.data
    const told = events.filter(({ event_type }) => event_type === 'webhook.switched_off')
    expect(told.map(({ subject }) => [subject.object, subject.id])).to.deep.equal([['webhook_subscription', id]])
    receiver.answersWith(204)
    await change(key, id, { url: receiver.url, end_customer_ids: [customer] })
    await eventually(async () => (await positionOf(key, id, customer)).delivered_event_number === 3)
    expect(receiver.numbersOf(customer)).to.deep.equal([1, 1, 2, 3])
  })

  it('for one end customer holds up no other', async () => {
    const other = await newEndCustomer()
    await change(key, id, { url: receiver.url, end_customer_ids: [customer, other] })
    receiver.answers((response, { message }) =>
      response.writeHead(message.data.end_customer_id === customer ? 500 : 204).end(),
    )
    await happen(customer)
    await eventually(async () => receiver.numbersOf(customer).length > 1)
    await happen(other, 3)
    await eventually(async () => receiver.numbersOf(other).length === 3)
    expect(receiver.numbersOf(other)).to.deep.equal([1, 2, 3])
    expect((await positionOf(key, id, customer)).delivered_event_number).to.equal(0)
  })

  it('or hangs, at many subscriptions, holds up no other subscription', async function () {
    this.timeout(180_000)
    const hanging = await startReceiver()
    hanging.answers(() => {})
    for (let count = 0; count < 40; count += 1) await subscribe(key, hanging.url, { end_customer_ids: [customer] })
    await happen(customer)
    await eventually(async () => hanging.received.length >= 16 && receiver.received.length === 1)
    const began = performance.now()
    for (let count = 0; count < 5; count += 1) await happen(customer)
    await eventually(async () => receiver.received.length === 6)
    expect(performance.now() - began).to.be.below(6_000)
    expect(receiver.numbersOf(customer)).to.deep.equal([1, 2, 3, 4, 5, 6])
    await hanging.close()
  })
})
