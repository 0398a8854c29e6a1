import { expect } from 'chai'
import { createMatcher, type MatchablePayment, type OpenTarget } from '../../../shared/camt053/matching/match.ts'

const TARGET: OpenTarget = {
  id: 'd1',
  currency: 'CHF',
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

type Case = [name: string, payment: Partial<MatchablePayment>, score: number | null, amount?: bigint]

const CASES: Case[] = [
  ['nothing but the amount', {}, null],
  ['the reference and the amount', { references: ['RF18539007547034'] }, 100],
  ['the reference, too much', { references: ['rf18539007547034'], amount_minor: 20_000n }, 90, 10_810n],
  ['the reference, a part', { references: ['RF18539007547034'], amount_minor: 5_000n }, 90, 5_000n],
  ['the reference in another currency', { references: ['RF18539007547034'], currency: 'EUR' }, null],
  ['the number in the text', { text: 'Zahlung RE-2026/77, danke' }, 80],
  ['the number with a full stop behind it', { text: 'Wir zahlen RE-2026/77.' }, 80],
  ['the number in small letters, another amount', { text: 're-2026/77', amount_minor: 1n }, 70, 1n],
  ['the number as a part of another', { text: 'RE-2026/778' }, null],
  ['the amount and the name, however it is written', { name: 'ZURCHER MOBEL' }, 60],
  ['the amount and another name', { name: 'Berner Möbelhaus GmbH' }, null],
  ['the name alone', { name: 'Zürcher Möbel AG', amount_minor: 1n }, null],
]

describe('proposals of the matcher', () => {
  for (const [name, payment, score, amount = 10_810n] of CASES) {
    it(`${name}: ${score ?? 'none'}`, () => {
      const found = createMatcher([TARGET])({ ...PAYMENT, ...payment })
      expect(found.map((match) => [match.score, match.amount_minor])).to.deep.equal(
        score === null ? [] : [[score, amount]],
      )
    })
  }

  it('credit notes and what is settled are never proposed; the best five come first', () => {
    const references = ['RF18539007547034']
    const settled = [0n, -10_810n].map((open_amount_minor, index) => ({
      ...TARGET,
      id: `s${index}`,
      open_amount_minor,
    }))
    const many = Array.from({ length: 8 }, (_, index) => ({ ...TARGET, id: `m${index}`, payment_reference: null }))
    const found = createMatcher([...settled, ...many, TARGET])({ ...PAYMENT, references, text: 'RE-2026/77' })
    expect(found.map(({ target_id, score }) => [target_id, score])).to.deep.equal([
      ['d1', 100],
      ['m0', 80],
      ['m1', 80],
      ['m2', 80],
      ['m3', 80],
    ])
  })

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
      const matches = createMatcher(targets)({ ...PAYMENT, references })
      expect(matches.map(({ target_id, score }) => [target_id, score])).to.deep.equal(found)
    })
  }

  it('six items with one reference: none of the five that are shown is sure', () => {
    const targets = sharing(...Array.from({ length: 6 }, () => 10_810n))
    const scores = createMatcher(targets)({ ...PAYMENT, references: [REFERENCE] }).map(({ score }) => score)
    expect(scores).to.deep.equal([89, 89, 89, 89, 89])
  })

  const other = { ...TARGET, id: 'o1', payment_reference: 'RF00', document_number: 'RE-2026/78' }
  it('a reference is not sure beside number and amount of another item', () => {
    const cheaper = { ...other, open_amount_minor: 5_000n }
    const found = createMatcher([TARGET, cheaper])({ ...PAYMENT, references: ['RF00'], text: 'RE-2026/77' })
    expect(found.map(({ target_id, score }) => [target_id, score])).to.deep.equal([
      ['o1', 88],
      ['d1', 80],
    ])
  })

  it('nor is it with the same amount', () => {
    const found = createMatcher([TARGET, other])({ ...PAYMENT, references: ['RF00'], text: 'RE-2026/77' })
    expect(found.map(({ target_id, score }) => [target_id, score])).to.deep.equal([
      ['o1', 89],
      ['d1', 80],
    ])
  })

  it('it stays sure beside a number alone', () => {
    const dearer = { ...TARGET, open_amount_minor: 20_000n }
    const found = createMatcher([dearer, other])({ ...PAYMENT, references: ['RF00'], text: 'RE-2026/77' })
    expect(found.map(({ target_id, score }) => [target_id, score])).to.deep.equal([
      ['o1', 100],
      ['d1', 70],
    ])
  })
})
