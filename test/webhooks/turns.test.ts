import { expect } from 'chai'
import { createWebhookTurns } from '../../workers/webhooks/turns-of-webhooks.ts'

const PLACES = 16

const senders = (client_id: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ client_id, subscription_id: `${client_id} ${index}` }))

/** All that may begin now, in their order. */
function beginAll(turns: ReturnType<typeof createWebhookTurns>, waiting: ReturnType<typeof senders>) {
  const begun: typeof waiting = []
  for (;;) {
    const next = turns.next(waiting.filter((one) => !begun.includes(one)))
    if (next === null) return begun
    turns.begin(next)
    begun.push(next)
  }
}

describe('the places of webhooks', () => {
  it('of a client with a hundred new receivers are a quarter, so another new client has one at once', () => {
    const turns = createWebhookTurns(PLACES)
    const many = senders('many', 100)
    expect(beginAll(turns, many)).to.have.length(PLACES / 4)
    expect(beginAll(turns, [...many, ...senders('few', 1)])).to.deep.equal(senders('few', 1))
  })

  it('that are new, slow or failing are half of them, whoever has them', () => {
    const turns = createWebhookTurns(PLACES)
    const all = ['a', 'b', 'c', 'd'].flatMap((client) => senders(client, 10))
    expect(beginAll(turns, all)).to.have.length(PLACES / 2)
  })

  it('go to the client that has fewer, and begin again when they end', () => {
    const turns = createWebhookTurns(PLACES)
    const [many, few] = [senders('many', 40), senders('few', 1)]
    for (const one of [...many, ...few]) {
      turns.begin(one)
      turns.end(one, true)
    }
    const begun = beginAll(turns, [...many, ...few])
    expect(begun).to.have.length(PLACES)
    expect(begun.slice(0, 2).map(({ client_id }) => client_id)).to.deep.equal(['many', 'few'])
    for (const one of begun) turns.end(one, true)
    expect(beginAll(turns, many)).to.have.length(PLACES)
  })
})
