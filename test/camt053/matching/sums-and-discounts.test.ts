import { expect } from 'chai'
import type { MatchablePayment } from '../../../shared/camt053/matching/match.ts'
import type { OpenTarget } from '../../../shared/camt053/matching/open-target.ts'
import { matcherOf } from '../../support/matching/matcher.ts'

const target = (id: string, amount_minor: bigint, more: Partial<OpenTarget> = {}): OpenTarget => ({
  id,
  currency: 'CHF',
  document_date: '2026-05-01',
  amount_minor,
  open_amount_minor: amount_minor,
  payment_reference: `RF-${id}`,
  document_number: `NUMBER-${id}`,
  partner_name: 'Meier Garage',
  ...more,
})
const OPEN = [target('a', 1_000n), target('b', 2_100n), target('c', 4_500n), target('d', 4_500n)]
const PAYMENT: MatchablePayment = {
  id: 'p1',
  currency: 'CHF',
  amount_minor: 3_100n,
  references: [],
  text: '',
  name: 'Garage Meier',
}

type Row = [target: string, amount: bigint, score: number, reasons: string, together: string]
type Case = [name: string, payment: Partial<MatchablePayment>, targets: OpenTarget[], rows: Row[]]

const rowsOf = (targets: OpenTarget[], payment: Partial<MatchablePayment>) =>
  matcherOf(targets)
    .match({ ...PAYMENT, ...payment })
    .map(({ target_id, amount_minor, score, reasons, together_with = [] }) => {
      return [target_id, amount_minor, score, reasons.join(' '), together_with.join(' ')]
    })

// biome-ignore format: a table reads better in rows
const SUMS: Case[] = [
  ['two of the payer', {}, OPEN, [['a', 1_000n, 55, 'sum name', 'b'], ['b', 2_100n, 55, 'sum name', 'a']]],
  ['nobody', { name: null }, OPEN, []],
  ['of another name', { name: 'Keller' }, OPEN, []],
  ['in another currency', { currency: 'EUR' }, OPEN, []],
  ['three that are named', { amount_minor: 7_600n, text: 'NUMBER-a, NUMBER-b NUMBER-c', name: null }, OPEN, [
    ['a', 1_000n, 77, 'number_in_text sum', 'b c'], ['b', 2_100n, 77, 'number_in_text sum', 'a c'], ['c', 4_500n, 77, 'number_in_text sum', 'a b']]],
  ['two that are named, with the name', { text: 'NUMBER-a/NUMBER-b' }, OPEN, [
    ['a', 1_000n, 82, 'number_in_text sum name', 'b'], ['b', 2_100n, 82, 'number_in_text sum name', 'a']]],
  ['one that is named, and others', { text: 'NUMBER-b' }, OPEN, [
    ['b', 2_100n, 82, 'number_in_text sum name', 'a'], ['a', 1_000n, 55, 'sum name', 'b']]],
  ['one whose reference is named, and others of its partner', { references: ['RF-b'], name: null }, OPEN, [
    ['b', 2_100n, 90, 'reference sum', 'a'], ['a', 1_000n, 45, 'sum', 'b']]],
  ['two ways', { amount_minor: 5_500n }, OPEN, [
    ['a', 1_000n, 40, 'sum other_sums name', 'c'], ['c', 4_500n, 40, 'sum other_sums name', 'a']]],
  ['a single one with the amount is enough', { amount_minor: 4_500n }, OPEN, [['c', 4_500n, 60, 'amount name', ''], ['d', 4_500n, 60, 'amount name', '']]],
  ['named ones of two partners', { amount_minor: 7_000n, text: 'NUMBER-a NUMBER-z' }, [...OPEN, target('z', 6_000n, { partner_name: 'Z' })], [
    ['a', 1_000n, 82, 'number_in_text sum name', 'z'], ['z', 6_000n, 77, 'number_in_text sum', 'a']]],
  ['nothing adds up to it: one that is named', { amount_minor: 3_101n, text: 'NUMBER-b' }, OPEN, [['b', 2_100n, 75, 'number_in_text name', '']]],
  ['the search ended', { amount_minor: 8_001n, text: 'NUMBER-b' }, [target('b', 2_100n), ...Array.from({ length: 45 }, (_, index) => target(`x${index}`, 100n + 2n * BigInt(index)))], [
    ['b', 2_100n, 75, 'number_in_text search_ended name', '']]],
  ['more than five are not torn apart', { amount_minor: 21n }, [1n, 2n, 3n, 4n, 5n, 6n].map((amount, index) => target(`s${index}`, amount)),
    [0, 1, 2, 3, 4, 5].map((index) => [`s${index}`, BigInt(index + 1), 55, 'sum name', [0, 1, 2, 3, 4, 5].filter((one) => one !== index).map((one) => `s${one}`).join(' ')])],
]

describe('proposals of several documents', () => {
  for (const [name, payment, targets, rows] of SUMS)
    it(name, () => expect(rowsOf(targets, payment)).to.deep.equal(rows))

  it('of one reference are in doubt, though they add up', () => {
    const shared = [target('a', 1_000n), target('b', 2_100n)].map((one) => ({ ...one, payment_reference: 'RF-1' }))
    const rows = rowsOf(shared, { references: ['RF-1'] })
    expect(rows.map(([id, , score]) => [id, score])).to.deep.equal([
      ['a', 88],
      ['b', 88],
    ])
  })
})

describe('proposals with a discount', () => {
  const { match, mayBeDiscounted } = matcherOf([...OPEN, target('part', 9_000n, { open_amount_minor: 4_500n })])
  const twoPerCent = ({ open_amount_minor }: OpenTarget) => open_amount_minor / 50n
  const rows = (payment: Partial<MatchablePayment>, discountOf = twoPerCent) =>
    match({ ...PAYMENT, ...payment }, discountOf).map(({ target_id, score, discount_minor }) => {
      return [target_id, score, discount_minor]
    })

  it('by reference, number and name', () => {
    expect(rows({ references: ['RF-b'], amount_minor: 2_058n })).to.deep.equal([['b', 95, 42n]])
    expect(rows({ text: 'NUMBER-b', amount_minor: 2_058n })).to.deep.equal([['b', 83, 42n]])
    expect(rows({ text: 'NUMBER-b', amount_minor: 2_058n, name: null })).to.deep.equal([['b', 78, 42n]])
    expect(rows({ amount_minor: 2_058n })).to.deep.equal([['b', 50, 42n]])
    expect(rows({ amount_minor: 4_410n })).to.deep.equal([
      ['c', 50, 90n],
      ['d', 50, 90n],
    ])
  })

  it('not of a Rappen more or less, of nothing, nor of what the payer has not', () => {
    expect(rows({ references: ['RF-b'], amount_minor: 2_057n })).to.deep.equal([['b', 90, 0n]])
    expect(rows({ references: ['RF-b'], amount_minor: 2_059n })).to.deep.equal([['b', 90, 0n]])
    expect(rows({ references: ['RF-b'], amount_minor: 2_058n }, () => 0n)).to.deep.equal([['b', 90, 0n]])
    expect(rows({ amount_minor: 2_058n, name: 'Keller' })).to.deep.equal([])
    expect(rows({ amount_minor: 2_058n, name: null })).to.deep.equal([])
  })

  it('a reference is in doubt where another item is paid with a discount by its number', () => {
    expect(rows({ references: ['RF-a'], text: 'NUMBER-b', amount_minor: 2_058n })).to.deep.equal([
      ['a', 88, 0n],
      ['b', 83, 42n],
    ])
  })

  it('each of several that are named, where the payment is exactly the rest of all', () => {
    const named = { text: 'NUMBER-a NUMBER-b', name: null }
    const three = (amount_minor: bigint, more: Partial<MatchablePayment> = {}) =>
      match({ ...PAYMENT, ...named, amount_minor, ...more }, twoPerCent).map(
        ({ target_id, amount_minor, discount_minor, reasons, together_with }) => [
          target_id,
          amount_minor,
          discount_minor,
          reasons.join(' '),
          together_with?.join(),
        ],
      )
    // 10.00 less 0.20 and 21.00 less 0.42
    expect(three(3_038n)).to.deep.equal([
      ['a', 980n, 20n, 'number_in_text discount sum', 'b'],
      ['b', 2_058n, 42n, 'number_in_text discount sum', 'a'],
    ])
    expect(three(3_037n).map(([id, , discount]) => [id, discount])).to.deep.equal([
      ['a', 0n],
      ['b', 0n],
    ])
    // Of a document that is partly paid nothing is taken off: 21.00 less 0.42, and the 45.00 that are left.
    expect(three(6_558n, { text: 'NUMBER-b NUMBER-part' })).to.deep.equal([
      ['b', 2_058n, 42n, 'number_in_text discount sum', 'part'],
      ['part', 4_500n, 0n, 'number_in_text sum', 'b'],
    ])
    expect(mayBeDiscounted({ ...PAYMENT, ...named, amount_minor: 3_038n })).to.deep.equal(['a', 'b'])
    expect(mayBeDiscounted({ ...PAYMENT, ...named, amount_minor: 1_500n })).to.deep.equal(['b'])
  })

  it('asks for the terms of what was named, and of what its payer lacks little of', () => {
    const asked = (payment: Partial<MatchablePayment>) => mayBeDiscounted({ ...PAYMENT, ...payment })
    expect(asked({ amount_minor: 100n, text: 'NUMBER-c NUMBER-part' })).to.deep.equal(['c'])
    expect(asked({ amount_minor: 4_100n })).to.deep.equal(['c', 'd'])
    expect(asked({ amount_minor: 4_040n })).to.deep.equal([])
    expect(asked({ amount_minor: 1_000n })).to.deep.equal([])
    expect(asked({ amount_minor: 4_400n, name: 'Keller' })).to.deep.equal([])
  })
})

describe('100,000 open documents of one partner', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => {
    const day = new Date(Date.UTC(2026, 0, 1 + (index % 300))).toISOString().slice(0, 10)
    return target(`t${index}`, BigInt(1_000 + (index % 50_000)), { document_date: day })
  })
  const { match, mayBeDiscounted } = matcherOf(many)

  it('are not looked through for each payment', () => {
    const started = performance.now()
    for (let line = 0; line < 1_000; line += 1) {
      const payment = { ...PAYMENT, amount_minor: BigInt(60_000 + line) }
      mayBeDiscounted(payment)
      match(payment)
    }
    // Looking at all of them takes minutes.
    expect(performance.now() - started).to.be.lessThan(20_000)
  })

  it('are proposed by a sum of the oldest, which says that not all were tried', () => {
    const found = match({ ...PAYMENT, amount_minor: 60_000n })
    expect(found).not.to.deep.equal([])
    expect(found.map(({ score, reasons }) => [score, reasons.includes('search_ended')])).to.deep.equal(
      found.map(() => [40, true]),
    )
  })

  it('a thousand documents that one payment names are not said of each other', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => target(`m${index}`, 100n))
    const references = many.map(({ payment_reference }) => payment_reference ?? '')
    const rows = rowsOf(many, { amount_minor: 100_000n, references })
    expect(rows.length).to.be.lessThan(20)
    expect(new Set(rows.map(([, , , , together]) => together))).to.deep.equal(new Set(['']))
  })
})
