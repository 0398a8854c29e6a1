import { expect } from 'chai'
import { eventually } from '../support/books.ts'
import type { PlaceName } from '../support/moving/books-in.ts'
import { openMoves } from '../support/moving/moves-of-tests.ts'
import { chart, EXPENSES, expense } from '../support/requests/examples.ts'
import { WEBHOOKS } from '../support/service.ts'
import { startReceiver } from '../workers/webhooks/webhook-receiver.ts'
import { SUBSCRIPTIONS } from '../workers/webhooks/webhook-requests.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>

describe('webhooks of an end customer that moves', function () {
  this.timeout(300_000)
  let moves: Awaited<ReturnType<typeof openMoves>>
  let receiver: Receiver
  before(async () => {
    moves = await openMoves(WEBHOOKS)
  })
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(() => receiver.close())
  after(async () => {
    expect(await moves.close()).to.deep.equal([0, 0])
  })

  const stateOf = async (id: string) => (await moves.client.get(`/v1/source-facts/${id}`)).body.state
  /** As many events as facts. */
  async function happen(they: string, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      const { body } = await moves.client.post(EXPENSES, expense(they))
      await eventually(async () => (await stateOf(body.id)) === 'posted')
    }
  }
  async function newBooks(): Promise<string> {
    const they = await moves.newcomer()
    expect((await moves.client.put('/v1/accounts', chart(they))).status).to.equal(202)
    return they
  }
  async function subscribe(they: string): Promise<string> {
    const { status, body } = await moves.client.post(SUBSCRIPTIONS, { url: receiver.url, end_customer_ids: [they] })
    expect(status).to.equal(201)
    return body.id
  }
  const positionOf = async (id: string) => (await moves.client.get(`${SUBSCRIPTIONS}/${id}/positions`)).body.data
  const eventsIn = async (name: PlaceName, they: string) => (await moves.rowsIn(name, they)).events ?? 0
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  /** What has been taken, each number once, in the order in which it came for the first time. */
  const told = (they: string) => [...new Set(receiver.numbersOf(they))]

  it('go on behind the last one that was taken, there and back', async () => {
    const they = await newBooks()
    const id = await subscribe(they)
    await happen(they, 2)
    const before = await eventsIn('home', they)
    await eventually(async () => told(they).length === before)
    await eventually(async () => (await positionOf(id))[0]?.delivered_event_number === before)
    for (const [from, to] of [
      ['home', 'second'],
      ['second', 'home'],
    ] as const) {
      const taken = receiver.received.length
      await moves.move(they, to)
      await happen(they, 2)
      expect(await moves.rowsIn(from, they)).to.deep.equal({})
      const all = await eventsIn(to, they)
      await eventually(async () => told(they).length === all)
      expect(told(they)).to.deep.equal(numbers(all))
      // Nothing that was taken at the old place comes again.
      expect(receiver.received.slice(taken).map(({ message }) => message.data.event_number)[0]).to.equal(all - 1)
      await eventually(async () => (await positionOf(id))[0]?.delivered_event_number === all)
    }
  })

  it('that the receiver has not taken are sent from the new place, in their order', async () => {
    const they = await newBooks()
    const id = await subscribe(they)
    receiver.answersWith(503)
    await happen(they, 3)
    await eventually(async () => receiver.received.length > 1)
    await moves.move(they, 'second', {
      // It has changed since it was copied ahead.
      at: (point) => (point === 'copied ahead' ? happen(they, 1) : Promise.resolve()),
    })
    const all = await eventsIn('second', they)
    const refused = receiver.received.length
    receiver.answersWith(204)
    await eventually(async () => (await positionOf(id))[0]?.delivered_event_number === all, 60)
    const taken = receiver.received.slice(refused).map(({ message }) => message.data.event_number)
    expect([...new Set(taken)]).to.deep.equal(numbers(all))
    expect(await moves.rowsIn('home', they)).to.deep.equal({})
  })

  it('of a subscription that is made meanwhile begin with what comes then', async () => {
    const they = await newBooks()
    await happen(they, 2)
    let made = 0
    await moves.move(they, 'second', {
      async at(point) {
        if (point !== 'copied ahead') return
        made = await eventsIn('home', they)
        await subscribe(they)
      },
    })
    await happen(they, 2)
    const all = await eventsIn('second', they)
    await eventually(async () => told(they).includes(all))
    expect(told(they)).to.deep.equal(numbers(all).slice(made))
  })
})
