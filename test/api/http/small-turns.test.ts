import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { takeTurns } from '../../../api/http/admission/turns.ts'

/** What begins in each turn of the event loop, of bodies that came in one. */
async function turnsOf(bodies: readonly (readonly [name: string, bytes: number])[]): Promise<string[][]> {
  const turns = takeTurns()
  let began: string[] = []
  const all = bodies.map(([name, bytes]) => turns(name.slice(0, 1), bytes, async () => void began.push(name)))
  const seen: string[][] = []
  for (let count = 0; count < bodies.length; count += 1) {
    seen.push(began)
    began = []
    await nextTurn()
  }
  await Promise.all(all)
  return seen.filter((names) => names.length > 0)
}

describe('turns of small bodies', () => {
  it('some usual ones begin at once, of one key or of many', async () => {
    const bodies = Array.from({ length: 20 }, (_, index) => [`${'ab'[index % 2]}${index}`, 800] as const)
    expect(await turnsOf(bodies)).to.deep.equal([bodies.map(([name]) => name)])
  })

  it('very many do not begin in one turn of the event loop, however short they are', async () => {
    const seen = await turnsOf(Array.from({ length: 60 }, (_, index) => [`a${index}`, 200] as const))
    expect(seen.flat()).to.deep.equal(Array.from({ length: 60 }, (_, index) => `a${index}`))
    for (const names of seen) expect(names.length).to.be.lessThan(25)
  })

  it('one of nearly the largest size begins in a turn, and another key has its turn behind one of them', async () => {
    const long = ['a1', 'a2', 'a3', 'a4'].map((name) => [name, 28_000] as const)
    expect(await turnsOf([...long, ['b1', 800], ['b2', 28_000]])).to.deep.equal([
      ['a1'],
      ['a2', 'b1'],
      ['a3'],
      ['b2'],
      ['a4'],
    ])
  })

  it('what comes later does not begin before what waits', async () => {
    const turns = takeTurns()
    const began: string[] = []
    const ask = (name: string, bytes: number) => turns('a', bytes, async () => void began.push(name))
    const all = [ask('1', 20_000), ask('2', 20_000), ask('3', 100)]
    expect(began).to.deep.equal(['1'])
    await Promise.all(all)
    expect(began).to.deep.equal(['1', '2', '3'])
  })
})
