import { expect } from 'chai'
import { chainOf } from '../../../shared/accounting/bank/reconciliation/chain-of-balances.ts'
import type { BankMoney, ReconciledStatement } from '../../../shared/accounting/bank/reconciliation/reconciliation.ts'
import { gapsIn, sequenceOf } from '../../../shared/accounting/bank/reconciliation/statement-sequence.ts'
import { completed } from './completed.ts'

const DAY = '2026-03-04'
const MOST_STEPS_OF_ONE = 20
const MOST_LOOKS_AT_ONE = 1_000

/** A search that compares each with each would take a million steps for a thousand. */
describe('the chain of thousands of bank statements of one day', () => {
  type Balances = readonly [opening: number, closing: number]
  const SHAPES: [name: string, balancesOf: (at: number) => Balances, numberOf: (at: number) => number | null][] = [
    ['follow each other', (at) => [at, at + 1], () => null],
    ['move nothing', () => [0, 0], (at) => at],
    ['return to the same balance', (at) => [at % 2, (at + 1) % 2], (at) => at],
    ['follow each other, with numbers that run backwards', (at) => [at, at + 1], (at) => 10_000 - at],
  ]
  for (const [name, balancesOf, numberOf] of SHAPES)
    it(`is found in a few steps for each where they ${name}`, () => {
      for (const count of [1_000, 4_000]) {
        const all = shuffled(Array.from({ length: count }, (_, at) => statement(at, balancesOf(at), numberOf(at))))
        const sequence = sequenceOf(all, new Set())
        const { result, steps } = completed(chainOf(sequence, [], []))
        expect(result.chain.length).to.equal(count)
        expect(gapsIn({ ...result, all }).filter(({ kind }) => kind === 'balance')).to.deep.equal([])
        expect(steps).to.be.at.most(MOST_STEPS_OF_ONE * count)
      }
    }).timeout(180_000)

  it('is found with a few looks at each of their equal bookings, of which nobody knows how many there are', () => {
    for (const count of [1_000, 4_000]) {
      let looks = 0
      const watched = (money: BankMoney) =>
        new Proxy(money, {
          get(target, name) {
            looks += 1
            return Reflect.get(target, name)
          },
        })
      const all = shuffled(Array.from({ length: count }, (_, at) => statement(at, [20 * at, 20 * at + 20], null)))
      const moneys = all.map((_, place) => watched(equalMoney(place)))
      const { result } = completed(chainOf(sequenceOf(all, new Set()), all, moneys))
      expect([result.chain.length, result.repeats]).to.deep.equal([count, []])
      expect(looks).to.be.at.most(MOST_LOOKS_AT_ONE * count)
    }
  }).timeout(180_000)

  it('is the order of the numbers where no balance touches another one', () => {
    const all = shuffled(Array.from({ length: 1_000 }, (_, at) => statement(at, [10 * at, 10 * at + 1], at)))
    const { result } = completed(chainOf(sequenceOf(all, new Set()), [], []))
    expect(result.chain.map(({ statement_id }) => Number(statement_id))).to.deep.equal(all.map((_, at) => at))
  })
})

function statement(at: number, [opening, closing]: readonly [number, number], number: number | null) {
  const dates = { opening_date: DAY, closing_date: DAY, opens: `${DAY}T00:00:00`, closes: `${DAY}T23:59:59` }
  return {
    keys: [`${at}`],
    bank_account: '',
    statement_id: `${at}`,
    sequences: [number === null ? null : BigInt(number)],
    is_cut: false,
    ...dates,
    opening_minor: BigInt(opening),
    closing_minor: BigInt(closing),
    net_minor: BigInt(closing - opening),
  } satisfies ReconciledStatement
}

/** All of them may be one. */
function equalMoney(place: number): BankMoney {
  const figures = { net_minor: 20n, credit_minor: 20n, entry_count: 1 }
  return { places: [place], ...figures, entry_id: `${place}`, root: '0', is_repeat: place > 0 }
}

/** Always in the same order, which is none. */
function shuffled<Value>(values: readonly Value[]): Value[] {
  const places = new Map(values.map((value, at) => [value, (at * 7_919) % 10_007]))
  return values.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
}
