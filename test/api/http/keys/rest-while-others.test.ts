import { expect } from 'chai'
import { type KeyTimes, restWhileOthers } from '../../../../api/http/admission/rest-while-others.ts'

describe('the rest of a key', () => {
  let now: number
  let others: boolean
  let other: string
  let times: KeyTimes
  /** Ends a piece of work after so long, and waits until the rest is over. */
  const works = (took_ms: number, key_id = 'a') => {
    now += took_ms
    const rest_ms = times.rest(key_id, took_ms)
    now += rest_ms
    return rest_ms
  }
  beforeEach(() => {
    now = 0
    others = true
    other = 'somebody'
    times = restWhileOthers(
      () => (others ? other : null),
      () => now,
    )
  })

  it('is as long as a piece took, for one that goes on and on, so that it has half of the time', () => {
    const rests = Array.from({ length: 60 }, () => works(20))
    expect(rests.slice(0, 10).every((ms) => ms === 0)).to.equal(true)
    expect(rests.slice(30)).to.deep.equal(Array(30).fill(20))
    expect(works(1_000)).to.equal(100)
    expect(times.isQuiet('a')).to.equal(false)
  })

  it('is nothing for one that works less than half of the time, however short its pauses are', () => {
    for (let count = 0; count < 200; count += 1) {
      expect([works(40), works(30), times.isQuiet('a')]).to.deep.equal([0, 0, true])
      now += 80
    }
  })

  it('is nothing where no other key is there; what was used meanwhile counts when one comes', () => {
    others = false
    for (let count = 0; count < 60; count += 1) expect(works(20)).to.equal(0)
    others = true
    expect(works(20)).to.be.greaterThan(20)
    expect(works(20, 'b')).to.equal(0)
  })

  it('is nothing for one that has used less than the other one, which rests', () => {
    other = 'greedy'
    for (let count = 0; count < 60; count += 1) times.rest('greedy', 100)
    for (let count = 0; count < 60; count += 1) expect(times.rest('a', 4)).to.equal(0)
    other = 'a'
    expect(works(50, 'greedy')).to.be.greaterThan(50)
  })

  it('is nothing for the lighter one of two that go on and on, however much both have used', () => {
    for (let count = 0; count < 60; count += 1) {
      now += 100
      other = 'greedy'
      expect(times.rest('a', 80), `a after ${now} ms`).to.equal(0)
      other = 'a'
      const rest_ms = times.rest('greedy', 100)
      if (count > 10) expect(rest_ms).to.equal(100)
    }
  })

  it('is no shorter for what the other one used long ago', () => {
    other = 'earlier'
    for (let count = 0; count < 60; count += 1) times.rest('earlier', 100)
    now += 10_000
    const rests = Array.from({ length: 60 }, () => works(40))
    expect(rests.at(-1)).to.equal(40)
  })

  it('is over soon, however much was used before', () => {
    for (let count = 0; count < 60; count += 1) works(5_000)
    now += 1_000
    expect(works(50)).to.equal(0)
  })
})
