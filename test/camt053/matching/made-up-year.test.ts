import { expect } from 'chai'
import { precisionOf, recallOf } from '../../bench/matching/measure.ts'
import { matchYear } from '../../bench/matching/year.ts'

describe('proposals of a made-up year', () => {
  for (const seed of [1, 2, 3]) {
    it(`what scores 90 or more is true, and most of what is true is found, seed ${seed}`, () => {
      const { total } = matchYear(seed, 2_000, 400)
      expect(total.sure).to.be.greaterThan(800)
      expect(precisionOf(total)).to.be.at.least(0.995)
      expect(recallOf(total)).to.be.at.least(0.9)
    })
  }
})
