import { expect } from 'chai'
import fc from 'fast-check'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import { findSum } from '../../../shared/camt053/matching/sums/find-sum.ts'

const target = (amount_minor: bigint, index: number): OpenTarget => ({
  id: `t${String(index).padStart(3, '0')}`,
  currency: 'CHF',
  document_date: '2026-05-01',
  amount_minor,
  open_amount_minor: amount_minor,
  payment_reference: null,
  document_number: null,
  partner_name: 'Meier',
})
const targetsOf = (...amounts: bigint[]) => amounts.map(target)

const sumOf = (targets: readonly OpenTarget[]) => targets.reduce((sum, one) => sum + one.open_amount_minor, 0n)

/** How many targets the smallest sums have, and how many such sums there are. */
function smallestSums(amounts: readonly bigint[], wanted: bigint, least: number): [size: number, count: number] | null {
  const counts = new Map<number, number>()
  for (let chosen = 1; chosen < 2 ** amounts.length; chosen += 1) {
    const some = amounts.filter((_, index) => chosen & (2 ** index))
    if (some.length < least || some.reduce((sum, amount) => sum + amount, 0n) !== wanted) continue
    counts.set(some.length, (counts.get(some.length) ?? 0) + 1)
  }
  const size = Math.min(...counts.keys())
  return counts.size === 0 ? null : [size, counts.get(size) ?? 0]
}

describe('sums of open targets', () => {
  it('are those that trying all of them finds, the smallest first, and know of others', () => {
    const amounts = fc.array(fc.bigInt(1n, 12n), { maxLength: 8 })
    fc.assert(
      fc.property(amounts, fc.bigInt(1n, 40n), fc.integer({ min: 1, max: 2 }), (some, wanted, least) => {
        const { targets, has_rival, gave_up } = findSum(targetsOf(...some), wanted, least)
        expect(gave_up).to.equal(false)
        const expected = smallestSums(some, wanted, least)
        expect(expected === null ? null : [targets.length, has_rival]).to.deep.equal(
          expected && [expected[0], expected[1] > 1],
        )
        if (expected === null) expect(targets).to.deep.equal([])
        else expect(sumOf(targets)).to.equal(wanted)
        expect(new Set(targets).size).to.equal(targets.length)
      }),
      { numRuns: 2_000 },
    )
  })

  it('of more than eight are not looked for, and that is said', () => {
    const nine = findSum(targetsOf(...Array.from({ length: 9 }, () => 1n)), 9n, 2)
    expect(nine).to.deep.equal({ targets: [], has_rival: false, gave_up: true })
  })

  it('are looked for among the oldest forty, and that is said', () => {
    const many = targetsOf(...Array.from({ length: 41 }, (_, index) => BigInt(2 ** 20 + 2 ** (index % 19))))
    const [first, second] = many as [OpenTarget, OpenTarget]
    const newest = { ...first, document_date: '2026-06-01' }
    const found = findSum([newest, ...many.slice(1)], sumOf([first, second]), 2)
    expect(found.gave_up).to.equal(true)
    expect(found.targets).not.to.include(newest)
  })

  it('end soon among amounts that nearly fit, and that is said', () => {
    const even = targetsOf(...Array.from({ length: 40 }, (_, index) => 1_000_000n + 2n * BigInt(index * index)))
    const started = performance.now()
    const { targets, gave_up } = findSum(even, 7_000_501n, 2)
    expect([targets, gave_up]).to.deep.equal([[], true])
    expect(performance.now() - started).to.be.lessThan(2_000)
  })

  it('have no credit notes, and nothing that is larger', () => {
    const { targets } = findSum(targetsOf(-5n, 15n, 4n, 6n, 0n), 10n, 2)
    expect(targets.map(({ id }) => id)).to.have.members(['t002', 't003'])
  })
})
