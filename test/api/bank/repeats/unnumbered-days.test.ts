import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { type DatedStatement, datedIn, fileOf, reconciled } from '../reconciliation/dated-statements.ts'
import { idsOf } from './every-order.ts'

const dated = datedIn('2026-03')
const before = dated('A', [9, 9], [0, 100], [9, 100])
const morning = dated('B', [10, 10], [100, 120], [10, 20])
const noon = dated('C', [10, 10], [120, 100], [10, -20])
const evening = dated('D', [10, 10], [100, 120], [10, 20])

/** No numbers and no references: the names are others, and a known statement shows that there was room for both. */
describe('bank statements of a day that begin and end alike, without numbers', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newEndCustomer()
  })
  const send = (statements: readonly DatedStatement[]) => countsOf(customer, ...statements.map(fileOf))

  for (const statements of [
    [before, morning, noon, evening],
    [noon, evening, before, morning],
    [evening, noon, morning, before],
  ])
    it(`are in doubt, and nothing is explained: ${idsOf(statements)}`, async () => {
      await send(statements)
      expect((await entriesOf(customer)).length).to.equal(4)
      const doubtful = await entriesOf(customer, '&possible_repeat=true')
      expect(doubtful.map(({ amount }) => amount.amount_minor)).to.deep.equal([2000])
      const { body } = await reconciled(customer, '2026-03-10')
      expect(body.possible_repeats.map(({ entry_id }) => entry_id)).to.deep.equal(doubtful.map(({ id }) => id))
      expect(body.is_explained).to.equal(false)
      expect(await findings(customer)).to.deep.equal([])
      const again = [morning, noon, evening].map((statement) => fileOf(statement).replace('M-1', 'M-2'))
      expect(await countsOf(customer, ...again), 'again').to.deep.equal([
        [0, 1, 0],
        [0, 1, 0],
        [0, 1, 0],
      ])
    })

  it('make a circle that may begin anywhere, as long as nobody knows the day before', async () => {
    const circle = [dated('X', [10, 10], [100, 50], [10, -50]), dated('Y', [10, 10], [50, 105], [10, 55])]
    const end = dated('Z', [10, 10], [105, 100], [10, -5])
    await send([...circle, end])
    const unknown = await reconciled(customer, '2026-03-10')
    expect([unknown.gaps, unknown.body.is_explained]).to.deep.equal([['not_compared 0'], false])
    await send([before])
    const known = await reconciled(customer, '2026-03-10')
    expect([known.bank, known.gaps, known.body.is_explained]).to.deep.equal([100, [], true])
  })

  it('are one where nothing shows that the balance has returned', async () => {
    const other = dated('C', [10, 10], [120, 130], [10, 10])
    expect((await send([before, morning, other, evening])).at(-1)).to.deep.equal([0, 1, 0])
  })

  // U is B once more without its number. What it has is no reason to take the fourth one for the second one.
  const numbered = [before, morning, noon, evening].map((statement, at) => ({ ...statement, number: at + 1 }))
  const [first, second, third, fourth] = numbered as [DatedStatement, DatedStatement, DatedStatement, DatedStatement]
  const again = { ...morning, id: 'U' }
  for (const statements of [
    [first, again, second, fourth],
    [first, second, again, fourth],
    [first, fourth, again, second],
  ])
    it(`are in doubt beside it as long as nothing is known between them: ${idsOf(statements)}`, async () => {
      await send(statements)
      const doubtful = await entriesOf(customer, '&possible_repeat=true')
      expect(doubtful.map(({ amount }) => amount.amount_minor)).to.deep.equal([2000])
      expect((await reconciled(customer, '2026-03-10')).body.is_explained).to.equal(false)
    })

  for (const statements of [
    [first, second, again, fourth, third],
    [again, second, fourth, third, first],
    [second, again, fourth, first, third],
    [fourth, again, second, third, first],
    [first, second, third, again, fourth],
  ])
    it(`are two beside one without a number that is like both: ${statements.map(({ id }) => id).join(', ')}`, async () => {
      await send(statements)
      const entries = await entriesOf(customer)
      expect(entries.map(({ possible_repeat }) => possible_repeat)).to.deep.equal([false, false, false, false])
      const { bank, body } = await reconciled(customer, '2026-03-10')
      expect([bank, body.is_explained]).to.deep.equal([120, true])
      expect(await findings(customer)).to.deep.equal([])
    })
})
