import { expect } from 'chai'
import fc from 'fast-check'
import { reachableSums } from '../../../shared/accounting/bank/reconciliation/sums/reachable-sums.ts'
import {
  createRepeatsThatClose,
  type Suspect,
} from '../../../shared/accounting/bank/reconciliation/sums/repeats-that-close.ts'

const suspectsOf = (amounts: readonly number[]): Suspect[] =>
  amounts.map((amount, at) => ({ amount_minor: BigInt(amount), repeat_id: `${at}` }))
const sumOf = (some: readonly Suspect[]) => some.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)

describe('possible repeats that close a gap', () => {
  it('are found where some of them do, each once', () => {
    const amounts = fc.array(fc.constantFrom(20, 20, -20, 50, 5, 0, -35), { maxLength: 9 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: -12, max: 12 }), (all, fives) => {
        const [suspects, gap] = [suspectsOf(all), BigInt(5 * fives)]
        const sums = new Set([0n])
        for (const { amount_minor } of suspects) for (const sum of [...sums]) sums.add(sum + amount_minor)
        const found = createRepeatsThatClose()(gap, suspects)
        expect(found !== null).to.equal(sums.has(-gap))
        if (found === null) return
        expect(gap + sumOf(found)).to.equal(0n)
        expect(new Set(found).size).to.equal(found.length)
        expect(found.every((one) => suspects.includes(one))).to.equal(true)
      }),
      { numRuns: 2_000, seed: 7 },
    )
  })

  it('are looked for among thousands of equal ones in no time', () => {
    for (const different of [1, 2, 997]) {
      const suspects = suspectsOf(Array.from({ length: 8_000 }, (_, at) => 2_000 + (at % different)))
      const began = performance.now()
      expect(createRepeatsThatClose()(-7n, suspects)).to.equal(null)
      expect(performance.now() - began).to.be.below(3_000)
    }
    const some = createRepeatsThatClose()(-2_000n * 1_500n, suspectsOf(Array<number>(8_000).fill(2_000)))
    expect(some?.length).to.equal(1_500)
  })

  it('are found by sums that are made once for all gaps they are held against', () => {
    let made = 0
    const repeatsThatClose = createRepeatsThatClose((groups) => {
      made += 1
      return reachableSums(groups)
    })
    // Twelve amounts have 4,096 sums; those of a bank statement that lies behind or before all of them need none.
    const amounts = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? 1 : -1) * 3 ** at)
    for (let gap = 1n; gap <= 1_000n; gap += 1n) {
      const some = repeatsThatClose(gap, suspectsOf(amounts))
      if (some) expect(gap + sumOf(some)).to.equal(0n)
    }
    for (const far of [-(10n ** 9n), 10n ** 9n])
      expect(repeatsThatClose(far, suspectsOf(amounts.toReversed()))).to.equal(null)
    expect(made).to.equal(1)
    // Of more sets of amounts than a day tries at a time the last ones are kept.
    for (let at = 1; at <= 60; at += 1) repeatsThatClose(2n, suspectsOf([-at, -2 * at, 5]))
    expect(made).to.equal(61)
    repeatsThatClose(3n, suspectsOf([-60, -120, 5]))
    expect(made).to.equal(61)
  })
})
