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
  ['the amount and the name without umlauts', { name: 'Zuercher Moebel' }, 60],
  ['the number with blanks', { text: 'Rg. RE 2026 77' }, 80],
  ['the number without its signs', { text: 'RE 202677' }, 80],
  ['a typo in the number, amount and name', { text: 'RE-2062/77', name: 'Möbel Zürcher' }, 39],
  ['a missing digit of the number, amount and name', { text: 'RE-206/77', name: 'Möbel Zürcher' }, 65],
  ['two typos in the number, amount and name', { text: 'RE-2062/7', name: 'Möbel Zürcher' }, 60],
  ['another number of its series, amount and name', { text: 'RE-2026/81', name: 'Möbel Zürcher' }, 35],
  ['another number beside its own, amount and name', { text: 'RE-2026/77 RE-2026/81', name: 'Möbel Zürcher' }, 85],
  ['a number of another series, amount and name', { text: 'GS-2026/81', name: 'Möbel Zürcher' }, 60],
  ['a typo in the number and the amount', { text: 'RE-2062/77' }, null],
  ['a typo in the number and the name', { text: 'RE-2062/77', name: 'Zürcher Möbel', amount_minor: 1n }, null],
  [
    'the reference, a part, of another name',
    { references: ['RF18539007547034'], amount_minor: 1n, name: 'A B' },
    88,
    1n,
  ],
  ['the reference, a part, by name', { references: ['RF18539007547034'], amount_minor: 1n, name: 'Möbel' }, 90, 1n],
  ['the reference and the amount, of another name', { references: ['RF18539007547034'], name: 'A B' }, 100],
  ['the amount and another name', { name: 'Berner Möbelhaus GmbH' }, null],
  ['the name alone', { name: 'Zürcher Möbel AG', amount_minor: 1n }, null],
]

describe('proposals of the matcher', () => {
  for (const [name, payment, score, amount = 10_810n] of CASES) {
    it(`${name}: ${score ?? 'none'}`, () => {
      const found = matcherOf([TARGET]).match({ ...PAYMENT, ...payment })
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
    const found = matcherOf([...settled, ...many, TARGET]).match({ ...PAYMENT, references, text: 'RE-2026/77' })
    expect(found.map(({ target_id, score }) => [target_id, score])).to.deep.equal([
      ['d1', 100],
      ['m0', 80],
      ['m1', 80],
      ['m2', 80],
      ['m3', 80],
    ])
  })

  const other = { ...TARGET, id: 'o1', payment_reference: 'RF00', document_number: 'RE-2026/78' }
  it('the number of another open item is no typo', () => {
    const found = matcherOf([TARGET, { ...other, open_amount_minor: 9n }]).match({
      ...PAYMENT,
      text: 'RE-2026/78',
      name: TARGET.partner_name,
    })
    expect(found.map(({ target_id, score }) => [target_id, score])).to.deep.equal([
      ['o1', 75],
      ['d1', 35],
    ])
  })

  it('of equally good items those with the closest name come first, however many there are', () => {
    const names = Array.from({ length: 200 }, (_, index) => `Keller Garage ${index}`)
    const targets = names.map((partner_name, index) => ({ ...TARGET, id: `k${index}`, partner_name }))
    const found = matcherOf(targets).match({ ...PAYMENT, name: 'Garage Keller 177 AG' })
    expect(found[0]?.target_id).to.equal('k177')
    expect(found.length).to.equal(5)
  })
})
