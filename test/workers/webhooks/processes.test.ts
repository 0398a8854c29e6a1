import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '../../support/books.ts'
import { runProcess, startProcesses } from '../../support/processes/real-processes.ts'
import { runCli } from '../../support/processes/run-cli.ts'
import { chart, EXPENSES, expense } from '../../support/requests/examples.ts'
import { WEBHOOKS } from '../../support/service.ts'
import { there } from '../../support/there.ts'
import { startReceiver, verified } from './webhook-receiver.ts'
import { SUBSCRIPTIONS } from './webhook-requests.ts'

/** Real processes, with three days that take two seconds. */
const ENV = { ...WEBHOOKS, WEBHOOK_GIVE_UP_SECONDS: '2', METRICS_TOKEN: 'a-token-of-the-tests' }

describe('webhooks of real processes', function () {
  this.timeout(360_000)
  let running: Awaited<ReturnType<typeof startProcesses>>
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  before(async () => {
    running = await startProcesses(ENV)
  })
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(() => receiver.close())
  after(() => running.stop())

  async function newCustomer(): Promise<string> {
    const customer = randomUUID()
    await running.client.put('/v1/accounts', chart(customer))
    return customer
  }
  const happen = async (customer: string, times = 1) => {
    for (let count = 0; count < times; count += 1) await running.client.post(EXPENSES, expense(customer), { wait: 10 })
  }
  const subscribe = async (content: object = {}) =>
    (await running.client.post(SUBSCRIPTIONS, { url: receiver.url, ...content })).body
  const positions = async (id: string) => (await running.client.get(`${SUBSCRIPTIONS}/${id}/positions`)).body.data
  const stateOf = async (id: string) => (await running.client.get(`${SUBSCRIPTIONS}/${id}`)).body.state
  const toldIn = async (customer: string) => {
    const { data } = (await running.client.get(`/v1/events?end_customer_id=${customer}`)).body
    return data.filter(({ event_type }) => event_type === 'webhook.switched_off').map(({ subject }) => subject.id)
  }
  const ops = async () => {
    const { stdout } = await runCli('shared/cli/ops.ts', ['webhooks', '--json'], running.env)
    return JSON.parse(stdout) as Record<string, string | number>[]
  }

  it('that fail for too long are switched off; the feed and ops say so; on again they go on where they stopped', async () => {
    const [one, two] = [await newCustomer(), await newCustomer()]
    const { id, secret } = await subscribe({ end_customer_ids: [one, two] })
    receiver.answersWith(503)
    await happen(one, 2)
    await happen(two)
    await eventually(async () => (await stateOf(id)) === 'off')
    const { body } = await running.client.get(`${SUBSCRIPTIONS}/${id}`)
    expect(body.off_reason).to.equal('failing')
    expect([await toldIn(one), await toldIn(two)]).to.deep.equal([[id], [id]])
    const [report] = await ops()
    const { port } = new URL(receiver.url)
    expect(report).to.include({ subscription: id, state: 'off', off_reason: 'failing', failing: 2, behind: 2 })
    expect(report?.receiver).to.equal(`http://127.0.0.1:${port}`)
    const tried = receiver.received.length
    await sleep(800)
    expect(receiver.received).to.have.lengthOf(tried)
    receiver.answersWith(200)
    const all = { url: receiver.url, event_types: null, end_customer_ids: [one, two], state: 'on' }
    await running.client.put(`${SUBSCRIPTIONS}/${id}`, all)
    await eventually(async () =>
      (await positions(id)).every((at) => at.delivered_event_number === at.last_event_number),
    )
    expect([...new Set(receiver.numbersOf(one))]).to.deep.equal([1, 2, 3])
    for (const webhook of receiver.received.slice(tried)) verified(webhook, there(secret))
    expect(running.worker.text() + running.web.text()).not.to.include(there(secret).slice(6))
    await running.client.post(`${SUBSCRIPTIONS}/${id}/delete`, {})
  })

  it('that fail for one end customer alone are switched off for that one', async () => {
    const [bad, good] = [await newCustomer(), await newCustomer()]
    const { id } = await subscribe({ end_customer_ids: [bad, good] })
    receiver.answers((response, { message }) =>
      response.writeHead(message.data.end_customer_id === bad ? 500 : 200).end(),
    )
    await happen(bad)
    await eventually(async () => {
      await happen(good)
      return (await positions(id)).some(({ state }) => state === 'off')
    })
    expect([await stateOf(id), await toldIn(bad), await toldIn(good)]).to.deep.equal(['on', [id], []])
    const tried = receiver.numbersOf(bad).length
    await happen(good)
    await eventually(
      async () => (await positions(id)).filter((at) => at.delivered_event_number === at.last_event_number).length === 1,
    )
    expect(receiver.numbersOf(bad)).to.have.lengthOf(tried)
    expect((await ops()).find(({ subscription }) => subscription === id)).to.include({ state: 'on', given_up: 1 })
    await running.client.post(`${SUBSCRIPTIONS}/${id}/delete`, {})
  })

  it('come at least once and in order when workers are killed while they send', async () => {
    const customers = [await newCustomer(), await newCustomer(), await newCustomer()]
    const { id } = await subscribe()
    receiver.answers((response) => void setTimeout(() => response.writeHead(200).end(), 30))
    const taken = new Map<string, number>()
    let worker = runProcess('workers/main.ts', running.env)
    const happening = Promise.all(customers.map((customer) => happen(customer, 12)))
    for (let kills = 0; kills < 3; kills += 1) {
      const before = receiver.received.length
      await eventually(async () => receiver.received.length > before + 3, 60)
      worker.child.kill('SIGKILL')
      await worker.exited
      worker = runProcess('workers/main.ts', running.env)
    }
    await happening
    await eventually(async () => {
      const all = await positions(id)
      return all.length >= 3 && all.every((at) => at.delivered_event_number === at.last_event_number)
    }, 60)
    for (const { message } of receiver.received) {
      const { end_customer_id, event_number } = message.data
      const last = taken.get(end_customer_id) ?? (customers.includes(end_customer_id) ? 0 : event_number)
      expect(event_number).to.be.at.most(last + 1)
      taken.set(end_customer_id, Math.max(last, event_number))
    }
    expect(customers.map((customer) => taken.get(customer))).to.deep.equal([12, 12, 12])
    await worker.stop()
    await running.client.post(`${SUBSCRIPTIONS}/${id}/delete`, {})
  })

  it('that are under way end with the worker, and lose nothing', async () => {
    const customer = await newCustomer()
    const { id } = await subscribe({ end_customer_ids: [customer] })
    receiver.answers(() => {})
    await happen(customer)
    await eventually(async () => receiver.received.length > 0)
    const began = performance.now()
    await running.worker.stop()
    expect(performance.now() - began).to.be.below(5_000)
    receiver.answersWith(200)
    const worker = runProcess('workers/main.ts', running.env)
    await eventually(async () => (await positions(id))[0]?.delivered_event_number === 1, 60)
    await worker.stop()
  })

  it('have figures: those that are on, off, failing and behind, and how far', async () => {
    const customer = await newCustomer()
    const { id } = await subscribe({ end_customer_ids: [customer] })
    const worker = runProcess('workers/main.ts', { ...running.env, WEBHOOK_CONCURRENCY: '0' })
    await happen(customer)
    await worker.stop()
    await sleep(1_100)
    const answer = await fetch(`${running.base_url}/metrics`, {
      headers: { Authorization: `Bearer ${ENV.METRICS_TOKEN}` },
    })
    const text = await answer.text()
    const figure = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      )
    expect(figure('hauptbuch_webhooks{state="on"}')).to.be.at.least(1)
    expect(figure('hauptbuch_webhooks{state="behind"}')).to.be.at.least(1)
    expect(figure('hauptbuch_webhook_lag_seconds')).to.be.above(1)
    expect((await positions(id))[0]).to.include({ delivered_event_number: 0, last_event_number: 1 })
  })
})
