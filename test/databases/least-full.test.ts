import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { findLeastFull } from '../../shared/databases/least-full.ts'
import { eventually } from '../support/books.ts'

const MB = 1_024 * 1_024

describe('the database for somebody new', () => {
  async function measured(sizes: Record<string, number>, now = () => 0) {
    const fill = findLeastFull((name) => {
      const size = sizes[name]
      return size === undefined ? Promise.reject(new Error('it is away')) : Promise.resolve(size)
    }, now)
    fill.follow(['home', 'second', 'third'])
    await sleep(0)
    return fill
  }
  const of = (weights: Record<string, number>) => Object.entries(weights).map(([name, weight]) => ({ name, weight }))

  for (const [name, sizes, weights, chosen] of [
    ['is the smallest', { home: 900 * MB, second: 10 * MB }, { home: 1, second: 1 }, 'second'],
    ['is the smallest for its weight', { home: 900 * MB, second: 10 * MB }, { home: 100, second: 1 }, 'home'],
    ['is none that is not offered', { home: 900 * MB, second: 10 * MB }, { home: 1 }, 'home'],
    ['is none that has not been measured', { home: 900 * MB }, { home: 1, second: 1 }, 'home'],
    ['is not known before one is measured', {}, { home: 1, second: 1 }, null],
  ] as [string, Record<string, number>, Record<string, number>, string | null][])
    it(name, async () => {
      expect((await measured(sizes)).choose(of(weights))).to.equal(chosen)
    })

  it('is another one for each of many that come at once, where they are alike', async () => {
    const fill = await measured({ home: 10 * MB, second: 10 * MB, third: 10 * MB })
    const chosen = Array.from({ length: 30 }, () => fill.choose(of({ home: 1, second: 2, third: 2 })))
    const counts = ['home', 'second', 'third'].map((name) => chosen.filter((one) => one === name).length)
    expect(counts[0]).to.equal(0)
    expect(counts.slice(1)).to.deep.equal([15, 15])
  })

  it('is measured again after a minute', async () => {
    const sizes = { home: 10 * MB, second: 20 * MB }
    let at = 0
    const fill = await measured(sizes, () => at)
    sizes.home = 900 * MB
    fill.follow(['home', 'second'])
    await sleep(0)
    expect(fill.choose(of({ home: 1, second: 1 }))).to.equal('home')
    at = 60_000
    fill.follow(['home', 'second'])
    await eventually(async () => fill.choose(of({ home: 1, second: 1 })) === 'second')
  })
})
