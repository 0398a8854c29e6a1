import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { disableApiKey } from '../../../shared/store/platform/api-keys.ts'
import { issueKey, keyIdOf } from '../../../shared/store/platform/issue-key.ts'
import { eventually } from '../../support/books.ts'
import { type Name, openThreeDatabases } from '../../support/places/three-databases.ts'
import { runProcess } from '../../support/processes/real-processes.ts'
import { chart, EXPENSES, expense } from '../../support/requests/examples.ts'
import { WEBHOOKS } from '../../support/service.ts'
import { startReceiver } from '../webhooks/webhook-receiver.ts'

const SUBSCRIPTIONS = '/v1/webhook-subscriptions'

describe('API clients of an installation with several ledger databases', function () {
  this.timeout(180_000)
  let three: Awaited<ReturnType<typeof openThreeDatabases>>
  let web: ReturnType<typeof runProcess>
  let worker: ReturnType<typeof runProcess>
  let receiver: Awaited<ReturnType<typeof startReceiver>>

  before(async () => {
    three = await openThreeDatabases(WEBHOOKS)
    web = await three.startWeb()
    worker = runProcess('workers/main.ts', three.env)
    const inOthers = () => worker.lines().filter(({ msg }) => msg === 'the worker works in a further ledger database')
    await eventually(async () => inOthers().length === 2, 120)
    receiver = await startReceiver()
    for (const end_customer_id of Object.values(three.they))
      expect((await three.client.put('/v1/accounts', chart(end_customer_id))).status).to.equal(202)
  })
  after(async () => {
    await receiver.close()
    await three.home.end()
    expect([await web.stop(), await worker.stop()]).to.deep.equal([0, 0])
  })

  const keysIn = async (name: Name, key_id: string) =>
    (await three.inDatabase(
      name,
      `select secret_hash, disabled_at is not null as is_disabled from api_keys where key_id = '${key_id}'`,
    )) as { secret_hash: string; is_disabled: boolean }[]
  const newKey = () => issueKey(three.home, { client_name: `mirrored ${randomUUID()}` })
  async function happen(name: Name): Promise<void> {
    const { body } = await three.client.post(EXPENSES, expense(three.they[name]), { wait: 30 })
    expect(body.state).to.equal('posted')
  }
  async function subscribe(key: string, more: object = {}): Promise<string> {
    const { status, body, text } = await three.client.post(SUBSCRIPTIONS, { url: receiver.url, ...more }, { key })
    expect(status, text).to.equal(201)
    return body.id
  }
  async function positionsOf(key: string, id: string, query = '') {
    const { status, body } = await three.client.get(`${SUBSCRIPTIONS}/${id}/positions${query}` as never, { key })
    expect(status).to.equal(200)
    return body as unknown as { data: { end_customer_id: string; delivered_event_number: number }[]; has_more: boolean }
  }

  it('are known in each, without their secrets, and end everywhere', async () => {
    const key_id = keyIdOf(await newKey())
    await eventually(async () => (await keysIn('second', key_id)).length === 1)
    await eventually(async () => (await keysIn('third', key_id)).length === 1)
    expect((await keysIn('second', key_id))[0]).to.deep.equal({ secret_hash: '0'.repeat(64), is_disabled: false })
    await disableApiKey(three.home, key_id)
    await eventually(async () => (await keysIn('second', key_id))[0]?.is_disabled === true)
  })

  it('get what happens in each database from when their subscription is answered, and nothing of before', async () => {
    const key = await newKey()
    for (const name of ['home', 'second'] as const) await happen(name)
    const id = await subscribe(key)
    for (const name of ['home', 'second', 'third'] as const) await happen(name)
    await eventually(async () => receiver.received.length === 3)
    expect(receiver.numbersOf(three.they.home)).to.deep.equal([2])
    expect(receiver.numbersOf(three.they.second)).to.deep.equal([2])
    expect(receiver.numbersOf(three.they.third)).to.deep.equal([1])
    await eventually(async () => {
      const { data } = await positionsOf(key, id)
      return data.every(({ delivered_event_number }) => delivered_event_number > 0)
    })
    const { data } = await positionsOf(key, id)
    expect(data.map(({ end_customer_id }) => end_customer_id)).to.deep.equal(Object.values(three.they).sort())
    const first = await positionsOf(key, id, '?limit=1')
    expect([first.data, first.has_more]).to.deep.equal([data.slice(0, 1), true])
    const [{ end_customer_id: after } = { end_customer_id: '' }] = first.data
    expect((await positionsOf(key, id, `?starting_after=${after}`)).data).to.deep.equal(data.slice(1))
    await three.client.post(`${SUBSCRIPTIONS}/${id}/delete` as never, {} as never, { key })
    await happen('second')
    expect(await three.inDatabase('second', 'select from webhook_subscriptions')).to.have.length(0)
    expect(receiver.numbersOf(three.they.second)).to.deep.equal([2])
  })

  it('name end customers of several databases, also one of whom nothing is there yet', async () => {
    const [key, late] = [await newKey(), randomUUID()]
    await three.inDatabase('home', `insert into placements values ('${late}', 'third')`)
    const end_customer_ids = [late, three.they.second]
    const id = await subscribe(key, { end_customer_ids })
    expect((await positionsOf(key, id)).data.map((one) => one.end_customer_id)).to.deep.equal(
      [...end_customer_ids].sort(),
    )
    expect((await three.client.put('/v1/accounts', chart(late))).status).to.equal(202)
    expect((await three.client.post(EXPENSES, expense(late), { wait: 30 })).body.state).to.equal('posted')
    await eventually(async () => receiver.numbersOf(late).length === 1)
    expect(receiver.numbersOf(late)).to.deep.equal([1])
    await three.client.post(`${SUBSCRIPTIONS}/${id}/delete` as never, {} as never, { key })
  })

  it('are told in each database once that a receiver which wants no more is off', async () => {
    const key = await newKey()
    receiver.answersWith(410)
    const id = await subscribe(key)
    for (const name of ['second', 'third'] as const) await happen(name)
    const toldIn = async (name: Name) =>
      (await three.client.get(`/v1/events?end_customer_id=${three.they[name]}&limit=100`)).body.data.filter(
        ({ event_type, subject }) => event_type === 'webhook.switched_off' && subject.id === id,
      ).length
    await eventually(async () => (await toldIn('second')) + (await toldIn('third')) > 0)
    const stateIn = async (name: Name) =>
      ((await three.inDatabase(name, 'select state, off_reason from webhook_subscriptions'))[0] as { state: string })
        .state
    for (const name of ['home', 'second', 'third'] as const)
      await eventually(async () => (await stateIn(name)) === 'off')
    for (const name of ['second', 'third'] as const) expect(await toldIn(name)).to.be.at.most(1)
    const { body } = await three.client.get(`${SUBSCRIPTIONS}/${id}` as never, { key })
    expect(body).to.include({ state: 'off', off_reason: 'gone' })
  })
})
