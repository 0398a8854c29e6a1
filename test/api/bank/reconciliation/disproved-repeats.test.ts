import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { post } from '../../../support/client.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { there } from '../../../support/there.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { type DatedStatement, datedIn, fileOf, reconciled } from './dated-statements.ts'

const dated = datedIn('2026-03')

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

  const credits = [
    dated('S1', [2, 4], [0, 120], [2, 20], [4, 50], [4, 50]),
    dated('S2', [4, 4], [170, 220], [4, 50]),
  ] as const
  const debits = [
    dated('S1', [2, 4], [1_000, 900], [4, -50], [4, -50]),
    dated('S2', [4, 4], [400, 350], [4, -50]),
  ] as const
  const withReference = (statement: DatedStatement): DatedStatement => ({
    ...statement,
    bookings: statement.bookings.map((booking, at) => ({ ...booking, ref: `${statement.id}-${at}` })),
  })
  const histories: [name: string, statements: DatedStatement[], bank: number, gap: number][] = [
    ['credits', [...credits], 220, 50],
    ['credits in reverse', credits.toReversed(), 220, 50],
    ['debits', [...debits], 350, -500],
    ['debits in reverse', debits.toReversed(), 350, -500],
    ['a reference on one side', [credits[0], withReference(credits[1])], 220, 50],
    ['a reference on the other side', [withReference(credits[0]), credits[1]], 220, 50],
  ]
  for (const [name, statements, bank, gap] of histories)
    it(`are not linked where the longer one never has the balances of the shorter one: ${name}`, async () => {
      const bookings = statements.flatMap((statement) => statement.bookings).length
      const counts = await send(statements)
      expect(counts[1]).to.deep.equal([there(statements[1]).bookings.length, 0, 1])
      expect((await entriesOf(customer)).length).to.equal(bookings)
      const shown = await reconciled(customer, '2026-03-04')
      expect([shown.bank, shown.unexplained]).to.deep.equal([bank, 0])
      expect(shown.gaps).to.deep.equal([`balance ${gap}`])
    })

  it('are linked where it has them, in some order of the day', async () => {
    const counts = await send([
      dated('S1', [2, 4], [0, 127], [2, 20], [4, 50], [4, 7], [4, 50]),
      dated('S2', [4, 4], [77, 127], [4, 50]),
      dated('S3', [4, 4], [27, 77], [4, 50]),
    ])
    expect(counts.slice(1, 2)).to.deep.equal([[0, 1, 0]])
    expect((await entriesOf(customer)).filter(({ possible_repeat }) => !possible_repeat).length).to.equal(4)
  })

  it('of earlier days are behind the balance with which the shorter one begins', async () => {
    const counts = await send([
      dated('S1', [2, 4], [10, 130], [2, 20], [4, 50], [4, 50]),
      dated('S2', [4, 4], [60, 110], [4, 50]),
    ])
    expect(counts[1]).to.deep.equal([1, 0, 1])
  })

  it('can be decided as new by a reviewer', async () => {
    await send(credits)
    const [possible] = await entriesOf(customer, '&possible_repeat=true')
    const review = { end_customer_id: customer, decision: 'new', reason: 'Beleg' }
    expect((await post(`/v1/camt-053/entries/${there(possible).id}/repeat-review`, review)).status).to.equal(201)
    const { bank, unexplained } = await reconciled(customer, '2026-03-04')
    expect([bank, unexplained]).to.deep.equal([220, 0])
  })
})

function ofDay(id: string, balances: readonly [number, number], ...francs: readonly number[]): DatedStatement {
  return dated(id, [4, 4], balances, ...francs.map((amount) => [4, amount] as const))
}
