import { expect } from 'chai'
import type { MatchablePayment } from '../../../shared/camt053/matching/match.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import { matcherOf } from '../../support/matching/matcher.ts'

const TARGET: OpenTarget = {
  id: 'd1',
  currency: 'CHF',
  document_date: '2026-05-01',
  amount_minor: 10_810n,
  open_amount_minor: 10_810n,
  payment_reference: 'RF18 5390 0754 7034',
  document_number: 'RE-2026/77',
  partner_name: 'Zürcher Möbel AG',
}
const PAYMENT: MatchablePayment = {
  id: 'p1',
  currency: 'CHF',
  amount_minor: 10_810n,
  references: [],
  text: '',
  name: null,
}

describe('references that do not say which item is meant', () => {
  const REFERENCE = 'RF18539007547034'
  const sharing = (...amounts: bigint[]) =>
    amounts.map((open_amount_minor, index) => ({ ...TARGET, id: `r${index}`, open_amount_minor }))
  const SHARED: [name: string, targets: OpenTarget[], references: string[], found: [string, number][]][] = [
    [
      'with one amount: none is sure',
      sharing(10_810n, 10_810n),
      [REFERENCE],
      [
        ['r0', 89],
        ['r1', 89],
      ],
    ],
    [
      'with other amounts: none is sure',
      sharing(1n, 2n),
      [REFERENCE],
      [
        ['r0', 88],
        ['r1', 88],
      ],
    ],
    [
      'of which one has the amount: that one',
      sharing(1n, 10_810n),
      [REFERENCE],
      [
        ['r1', 100],
        ['r0', 88],
      ],
    ],
    [
      'two with the amount and one without',
      sharing(1n, 10_810n, 10_810n),
      [REFERENCE],
      [
        ['r1', 89],
        ['r2', 89],
        ['r0', 88],
      ],
    ],
    ['of which one is settled: the other', sharing(0n, 10_810n), [REFERENCE], [['r1', 100]]],
    [
      'however it is written',
      sharing(10_810n, 10_810n).map((target, index) =>
        index ? { ...target, payment_reference: 'rf18539007547034' } : target,
      ),
      [REFERENCE],
      [
        ['r0', 89],
        ['r1', 89],
      ],
    ],
    [
      'that differ, both named by the payment: both',
      sharing(5_000n, 5_810n).map((target, index) => ({ ...target, payment_reference: `RF${index}` })),
      ['RF0', 'RF1'],
      [
        ['r0', 90],
        ['r1', 90],
      ],
    ],
  ]
  for (const [name, targets, references, found] of SHARED) {
    it(`items with one reference, ${name}`, () => {
      const matches = matcherOf(targets).match({ ...PAYMENT, references })
      expect(matches.map(({ target_id, score }) => [target_id, score])).to.deep.equal(found)
    })
  }

  it('six items with one reference: none of the five that are shown is sure', () => {
    const targets = sharing(...Array.from({ length: 6 }, () => 10_810n))
    const scores = matcherOf(targets)
      .match({ ...PAYMENT, references: [REFERENCE] })
      .map(({ score }) => score)
    expect(scores).to.deep.equal([89, 89, 89, 89, 89])
  })

  const other = { ...TARGET, id: 'o1', payment_reference: 'RF00', document_number: 'RE-2026/78' }
  it('a reference is not sure beside number and amount of another item', () => {
    const cheaper = { ...other, open_amount_minor: 5_000n }
    const found = matcherOf([TARGET, cheaper]).match({ ...PAYMENT, references: ['RF00'], text: 'RE-2026/77' })
    expect(found.map(({ target_id, score }) => [target_id, score])).to.deep.equal([
      ['o1', 88],
      ['d1', 80],
    ])
  })

  it('nor is it with the same amount', () => {
    const found = matcherOf([TARGET, other]).match({ ...PAYMENT, references: ['RF00'], text: 'RE-2026/77' })
    expect(found.map(({ target_id, score }) => [target_id, score])).to.deep.equal([
      ['o1', 89],
      ['d1', 80],
    ])
  })

  it('a reference without its amount is not sure beside amount and name of another item', () => {
    const mine = { ...TARGET, id: 'm1', payment_reference: 'RF01', document_number: 'RE-2026/79' }
    const found = matcherOf([{ ...other, open_amount_minor: 9n }, mine]).match({
      ...PAYMENT,
      references: ['RF00'],
      name: mine.partner_name,
    })
    expect(found.map(({ target_id, score }) => [target_id, score])).to.deep.equal([
      ['o1', 88],
      ['m1', 60],
    ])
  })

  it('it stays sure beside a number alone', () => {
    const dearer = { ...TARGET, open_amount_minor: 20_000n }
    const found = matcherOf([dearer, other]).match({ ...PAYMENT, references: ['RF00'], text: 'RE-2026/77' })
    expect(found.map(({ target_id, score }) => [target_id, score])).to.deep.equal([
      ['o1', 100],
      ['d1', 70],
    ])
  })
})
