import { expect } from 'chai'
import { createWebhookTurns } from '../../../workers/webhooks/turns-of-webhooks.ts'
import { there } from '../../support/there.ts'

const PLACES = 4

describe('the places for webhooks of a worker', () => {
  it('go from database to database, also where one of them has work for all of them', () => {
    const turns = createWebhookTurns(PLACES)
    type Sent = { readonly subscription_id: string; readonly client_id: string }
    const under_way: { readonly database: string; readonly sent: Sent }[] = []
    let count = 0
    /** Each subscription is new and of a client of its own, so all of them together have half of the places. */
    const beginnerOf = (database: string) => () => {
      for (;;) {
        const sent = turns.next([{ subscription_id: `${count}`, client_id: `client ${count}` }])
        if (sent === null) return
        count += 1
        turns.begin(sent)
        under_way.push({ database, sent })
      }
    }
    const begun: string[] = []
    const endFirst = () => {
      const [first] = under_way.splice(0, 1)
      turns.end(there(first).sent, false)
      begun.push(under_way.at(-1)?.database ?? 'none')
    }
    const [beginAtHome, beginThere] = ['home', 'there'].map(beginnerOf) as [() => void, () => void]
    turns.share(beginAtHome)
    const leave = turns.share(beginThere)
    beginAtHome()
    beginThere()
    expect(under_way.map(({ database }) => database)).to.deep.equal(['home', 'home'])
    for (let ended = 0; ended < 4; ended += 1) endFirst()
    expect(begun).to.deep.equal(['there', 'home', 'there', 'home'])
    leave()
    for (let ended = 0; ended < 3; ended += 1) endFirst()
    expect(begun.slice(4)).to.deep.equal(['home', 'home', 'home'])
  })
})
