import { expect } from 'chai'
import { CUTS, cutOnce, openCuts } from '../support/moving/cuts.ts'

/** The seeds of a run: ten of them, or as many as MOVES names from MOVES_SEED on. */
const FIRST = Number(process.env.MOVES_SEED ?? 1)
const MANY = Number(process.env.MOVES ?? CUTS)

describe('a move that is killed', function () {
  this.timeout(300_000)
  let cuts: Awaited<ReturnType<typeof openCuts>>
  before(async () => {
    cuts = await openCuts()
  })
  after(async () => {
    expect(await cuts.close()).to.deep.equal([0, 0])
  })

  for (let seed = FIRST; seed < FIRST + MANY; seed += 1)
    it(`leaves one place and loses nothing (seed ${seed})`, async () => {
      expect(await cutOnce(cuts, seed)).to.deep.equal([])
    })
})
