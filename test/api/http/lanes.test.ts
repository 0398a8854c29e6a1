import { expect } from 'chai'
import { lanesOfKeys } from '../../../api/http/admission/lanes.ts'

describe('the queue of facts that a key sends', () => {
  const facts = (count: number, lines: number | null = null) => Array.from({ length: count }, () => ({ lines }))

  it('is the backlog as soon as the key has sent more than its share, and the first one again some seconds later', () => {
    let now = 0
    const laneOf = lanesOfKeys(() => now)
    for (let count = 0; count < 100; count += 1) expect(laneOf('one', facts(1))).to.equal('facts.evaluate')
    expect(laneOf('one', facts(1))).to.equal('facts.backlog')
    expect(laneOf('other', facts(1))).to.equal('facts.evaluate')
    for (let count = 0; count < 1_000; count += 1) laneOf('one', facts(500))
    now += 4_000
    expect(laneOf('one', facts(1))).to.equal('facts.backlog')
    now += 2_000
    expect(laneOf('one', facts(1))).to.equal('facts.evaluate')
  })

  it('stays the first one for a key that sends a hundred facts a second', () => {
    let now = 0
    const laneOf = lanesOfKeys(() => now)
    for (let count = 0; count < 1_000; count += 1) {
      expect(laneOf('one', facts(1))).to.equal('facts.evaluate')
      now += 10
    }
  })

  it('is the backlog for a voucher of a thousand lines and for a batch of 500 facts', () => {
    expect(lanesOfKeys()('one', facts(1, 1_000))).to.equal('facts.backlog')
    expect(lanesOfKeys()('one', facts(500))).to.equal('facts.backlog')
    expect(lanesOfKeys()('one', facts(100))).to.equal('facts.evaluate')
  })
})
