import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { type DatedStatement, datedIn, fileOf, reconciled } from '../reconciliation/dated-statements.ts'

const dated = datedIn('2026-03')

/** No references, a bank statement without a number, and a balance that known ones show twice on the common day. */
describe('a bank statement without a number, where a balance has returned within the day', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newKmuCustomer()
  })
  const send = (statements: readonly DatedStatement[]) => countsOf(customer, ...statements.map(fileOf))

  // 100 → 120 → 100, and from there on 120 and 125: two of 20.
  const morning = { ...dated('A', [4, 4], [100, 120], [4, 20]), number: 1 }
  const noon = { ...dated('B', [4, 4], [120, 100], [4, -20]), number: 2 }
  const behind = dated('U', [4, 5], [100, 125], [4, 20], [5, 5])
  for (const statements of [
    [morning, noon, behind],
    [noon, morning, behind],
    [noon, behind, morning],
    [behind, noon, morning],
  ])
    it(`is in doubt behind them: ${idsOf(statements)}`, async () => {
      await send(statements)
      const doubtful = await entriesOf(customer, '&possible_repeat=true')
      expect(doubtful.map(({ amount }) => amount.amount_minor)).to.deep.equal([2000])
      expect((await entriesOf(customer)).length).to.equal(4)
      expect((await reconciled(customer, '2026-03-05')).unexplained).to.equal(0)
      expect(await findings(customer)).to.deep.equal([])
    })

  // The bookings of one day of the second one, behind 100, and the next day's.
  const later = { ...dated('B', [4, 4], [120, 110], [4, -20], [4, -10], [4, 20]), number: 2 }
  const within = dated('U', [4, 5], [100, 115], [4, -10], [4, 20], [5, 5])
  for (const statements of [
    [morning, later, within],
    [later, morning, within],
    [later, within, morning],
    [within, later, morning],
  ])
    it(`is linked with the one in which it begins: ${idsOf(statements)}`, async () => {
      await send(statements)
      const entries = await entriesOf(customer)
      expect(entries.map(({ possible_repeat }) => possible_repeat)).to.deep.equal([false, false, false, false, false])
      expect((await reconciled(customer, '2026-03-05')).bank).to.equal(115)
      expect(await findings(customer)).to.deep.equal([])
    })

  // The other way round: the one without a number is before those that the day ends with.
  const before = dated('U', [3, 4], [95, 120], [3, 5], [4, 20])
  const back = { ...dated('B', [4, 4], [120, 100], [4, -20]), number: 1 }
  const evening = { ...dated('C', [4, 4], [100, 120], [4, 20]), number: 2 }
  for (const statements of [
    [back, evening, before],
    [evening, back, before],
    [back, before, evening],
    [before, back, evening],
  ])
    it(`is in doubt before them: ${idsOf(statements)}`, async () => {
      await send(statements)
      const doubtful = await entriesOf(customer, '&possible_repeat=true')
      expect(doubtful.map(({ amount }) => amount.amount_minor)).to.deep.equal([2000])
      expect((await entriesOf(customer)).length).to.equal(4)
      expect(await findings(customer)).to.deep.equal([])
    })

  it('is linked where no other one has its balance again', async () => {
    const next = { ...dated('B', [4, 4], [120, 130], [4, 10]), number: 2 }
    const whole = dated('U', [4, 5], [100, 135], [4, 20], [4, 10], [5, 5])
    expect((await send([morning, next, whole])).at(-1)).to.deep.equal([1, 2, 0])
  })
})

function idsOf(statements: readonly DatedStatement[]): string {
  return statements.map(({ id }) => id).join(', ')
}
