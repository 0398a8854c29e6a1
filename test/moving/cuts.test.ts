import { expect } from 'chai'
import { POINTS } from '../../shared/moving/points.ts'
import { cutOnce } from '../support/moving/cuts/cut-once.ts'
import { drawCut } from '../support/moving/cuts/draw-cut.ts'
import { openCuts } from '../support/moving/cuts/open-cuts.ts'

/** The seeds of a run: ten of them, or as many as MOVES names from MOVES_SEED on. */
const FIRST = Number(process.env.MOVES_SEED ?? 1)
const MANY = Number(process.env.MOVES ?? 10)
const SEEDS = Array.from({ length: MANY }, (_, index) => FIRST + index)
/** Most of a cut is waiting. */
const AT_ONCE = Number(process.env.MOVES_AT_ONCE ?? 3)

describe('a move under which something is killed', function () {
  this.timeout(600_000)
  let close: (() => Promise<string[]>) | null = null
  const ends = new Map<number, () => Promise<string[]>>()
  before(async () => {
    const cuts = await openCuts()
    close = cuts.close
    const waiting = [...SEEDS]
    const results = new Map(SEEDS.map((seed) => [seed, Promise.withResolvers<string[]>()]))
    for (const [seed, { promise }] of results) {
      promise.catch(() => {}) // its test is told
      ends.set(seed, () => promise)
    }
    const cutInTurn = async () => {
      for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift())
        await cutOnce(cuts, seed).then(results.get(seed)?.resolve, results.get(seed)?.reject)
    }
    for (let lane = 0; lane < AT_ONCE; lane += 1) void cutInTurn()
  })
  after(async () => {
    expect(await close?.()).to.deep.equal([])
  })

  for (const seed of SEEDS)
    it(`leaves one place and loses nothing (seed ${seed}: ${describeCut(seed)})`, async () => {
      expect(await ends.get(seed)?.()).to.deep.equal([])
    })

  it('is cut at every point, and each victim is killed on each way, in 200 seeds', () => {
    const cuts = Array.from({ length: 200 }, (_, seed) => drawCut(seed))
    const points = cuts.flatMap(({ blow, back }) => [blow.point, ...(back ? [back.point] : [])])
    expect([...new Set(points)]).to.have.members([...POINTS])
    expect(new Set(cuts.map(({ way, blow }) => `${way} ${blow.victim}`)).size).to.equal(18)
    expect(new Set(cuts.slice(0, 10).map(({ blow }) => blow.victim)).size).to.equal(6)
    const many = [...new Set(points)].map((point) => points.filter((one) => one === point).length)
    expect(Math.min(...many)).to.be.greaterThan(2)
  })
})

function describeCut(seed: number): string {
  const { way, blow, goes_back, back } = drawCut(seed)
  const forth = `${way.join(' to ')}, ${blow.victim} at "${blow.point}"`
  if (!goes_back) return forth
  return back ? `${forth}, back, ${back.victim} at "${back.point}"` : `${forth}, back`
}
