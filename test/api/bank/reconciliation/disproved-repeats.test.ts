import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { type DatedStatement, fileOf, reconciled } from './dated-statements.ts'

/** Equal bookings without references, of which the balances say that they are two. */
describe('equal bookings that the balances show to be others', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const send = (statements: readonly DatedStatement[]) => countsOf(customer, ...statements.map(fileOf))

  const first = ofDay('A', [0, 20], 20)
  const second = ofDay('B', [20, 40], 20)
  const whole = ofDay('C', [0, 40], 20, 20)
  for (const statements of [
    [first, second, whole],
    [second, first, whole],
    [first, whole, second],
    [second, whole, first],
    [whole, first, second],
    [whole, second, first],
  ])
    it(`are two where one bank statement has both: ${statements.map(({ id }) => id).join(', ')}`, async () => {
      await send(statements)
      const entries = await entriesOf(customer)
      expect(entries.map(({ possible_repeat }) => possible_repeat)).to.deep.equal([false, false])
      const { bank, unexplained, gaps, differences } = await reconciled(customer, '2026-03-04')
      expect([bank, unexplained, gaps]).to.deep.equal([40, 0, []])
      expect(differences).to.deep.equal(['entry_unbooked 20', 'entry_unbooked 20'])
      expect(await findings(customer)).to.deep.equal([])
    })

  it('are new by the bank statement that has both, where one was in doubt', async () => {
    await send([first, second])
    const [possible] = await entriesOf(customer, '&possible_repeat=true')
    expect(await send([whole])).to.deep.equal([[0, 2, 0]])
    const found = (await entriesOf(customer)).find(({ id }) => id === there(possible).id)
    expect(there(found).repeat_decision).to.deep.include({ decision: 'new', decided_by: 'bank_statements' })
  })
})

function ofDay(id: string, balances: readonly [number, number], ...francs: readonly number[]): DatedStatement {
  return dated(id, [4, 4], balances, ...francs.map((amount) => [4, amount] as const))
}

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
