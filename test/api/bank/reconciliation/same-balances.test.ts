import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { type DatedStatement, fileOf, reconciled } from './dated-statements.ts'

/** Bank statements that share a balance, days or numbers, and nothing else. */
describe('bank statements that share a balance or a day', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const send = (statements: readonly DatedStatement[]) => countsOf(customer, ...statements.map(fileOf))

  const beginning = [
    dated('S1', [2, 4], [0, 120], [2, 20], [4, 50], [4, 50]),
    dated('S2', [4, 4], [0, 50], [4, 50]),
  ] as const
  const end = [
    dated('S1', [2, 4], [0, 120], [2, 50], [4, 50], [4, 20]),
    dated('S2', [2, 2], [70, 120], [2, 50]),
  ] as const
  const numbered = [
    { ...dated('S1', [4, 4], [0, 50], [4, 50]), number: 1 },
    { ...dated('S3', [4, 4], [0, 70], [4, 50], [4, 20]), number: 3 },
  ] as const
  for (const [name, [one, other]] of [
    ['the balance with which a longer one begins', beginning],
    ['the balance with which a longer one ends', end],
    ['a balance, and a number is missing between them', numbered],
  ] as const)
    it(`are not linked in silence where they share only ${name}`, async () => {
      expect(await send([one, other])).to.deep.equal([
        [one.bookings.length, 0, 0],
        [other.bookings.length, 0, 1],
      ])
      const reversed = await newKmuCustomer()
      expect(await countsOf(reversed, fileOf(other), fileOf(one))).to.deep.equal([
        [other.bookings.length, 0, 0],
        [one.bookings.length, 0, 1],
      ])
      expect(await findings(customer)).to.deep.equal([])
    })

  it('are linked where all of one is in the other at its beginning', async () => {
    const counts = await send([
      dated('S1', [2, 4], [0, 120], [2, 20], [4, 50], [4, 50]),
      dated('S2', [2, 2], [0, 20], [2, 20]),
      dated('S3', [2, 4], [0, 70], [2, 20], [4, 50]),
    ])
    expect(counts.slice(1)).to.deep.equal([
      [0, 1, 0],
      [0, 2, 0],
    ])
  })

  it('have as many equal bookings in common as their balances say', async () => {
    const counts = await send([
      dated('S1', [3, 4], [0, 80], [3, 20], [4, 20], [4, 20], [4, 20]),
      dated('S2', [4, 5], [60, 120], [4, 20], [4, 20], [5, 20]),
    ])
    expect(counts[1]).to.deep.equal([2, 1, 0])
  })

  const days = [
    dated('A', [4, 4], [0, 20], [4, 20]),
    dated('B', [4, 4], [20, 40], [4, 20]),
    dated('C', [4, 4], [40, 60], [4, 20]),
    dated('W', [4, 4], [0, 60], [4, 20], [4, 20], [4, 20]),
  ] as const
  const [a, b, c, w] = days
  for (const statements of [
    [c, b, w],
    [c, b, w, a],
    [a, b, c, w],
    [w, c, b, a],
    [b, w, c, a],
    [a, c, w, b],
    [c, a, b, w],
  ])
    it(`are one chain, whatever comes first: ${statements.map(({ id }) => id).join(', ')}`, async () => {
      await send(statements)
      const entries = await entriesOf(customer)
      expect(entries.map(({ possible_repeat }) => possible_repeat)).to.deep.equal([false, false, false])
      const { bank, unexplained, gaps } = await reconciled(customer, '2026-03-04')
      expect([bank, unexplained, gaps]).to.deep.equal([60, 0, []])
      expect(await findings(customer)).to.deep.equal([])
    })
})

function dated(
  id: string,
  [from, to]: readonly [number, number],
  balances: readonly [number, number],
  ...bookings: readonly (readonly [day: number, francs: number])[]
): DatedStatement {
  return {
    id,
    period: [dayOf(from), dayOf(to)],
    balances,
    bookings: bookings.map(([day, francs]) => ({ day: dayOf(day), francs })),
  }
}

function dayOf(day: number): string {
  return `2026-03-0${day}`
}
