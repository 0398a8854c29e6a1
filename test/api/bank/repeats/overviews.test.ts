import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { type DatedStatement, datedIn, fileOf, reconciled } from '../reconciliation/dated-statements.ts'
import { everyOrder, idsOf, togetherIn } from './every-order.ts'

const dated = datedIn('2026-03')
const first = { ...dated('N1', [1, 1], [0, 6], [1, 6]), number: 1 }
const second = { ...dated('N2', [3, 3], [6, 4], [3, -3], [3, 1]), number: 2 }
const third = { ...dated('N3', [3, 3], [4, 6], [3, 2]), number: 3 }
const NUMBERED = [first, second, third]

/**
 * No references. The balance returns on the last day, so the overview may be compared with each of the others in two ways; with all of
 * them together there is one.
 */
describe('an overview without a number, of bank statements whose numbers follow each other', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newEndCustomer()
  })

  async function expectKept(francs: readonly number[], bank: number, what: string): Promise<void> {
    const entries = await entriesOf(customer)
    const signed = entries.map(({ amount, credit_debit_indicator }) =>
      credit_debit_indicator === 'CRDT' ? amount.amount_minor / 100 : -amount.amount_minor / 100,
    )
    expect(signed.sort(ascending), what).to.deep.equal(francs.toSorted(ascending))
    expect(entries.filter(({ possible_repeat }) => possible_repeat).length, what).to.equal(0)
    const shown = await reconciled(customer, '2026-03-03')
    expect([shown.bank, shown.gaps, shown.body.is_explained], what).to.deep.equal([bank, [], true])
    expect(await findings(customer), what).to.deep.equal([])
  }

  const overview = dated('O', [1, 3], [0, 6], [1, 6], [3, -3], [3, 1], [3, 2])
  it('has their bookings, in every order, one by one', async () => {
    for (const statements of everyOrder([...NUMBERED, overview])) {
      customer = await newEndCustomer()
      await countsOf(customer, ...statements.map(fileOf))
      await expectKept([6, -3, 1, 2], 6, idsOf(statements))
    }
  }).timeout(900_000)

  it('has their bookings, in every order, in one file', async () => {
    for (const statements of everyOrder([...NUMBERED, overview])) {
      customer = await newEndCustomer()
      await countsOf(customer, togetherIn(statements))
      await expectKept([6, -3, 1, 2], 6, idsOf(statements))
    }
  }).timeout(900_000)

  type Case = [what: string, other: DatedStatement, francs: number[], bank: number]
  const CASES: Case[] = [
    [
      'ends with what they do not have',
      dated('O', [1, 3], [0, 9], [1, 6], [3, -3], [3, 1], [3, 2], [3, 3]),
      [6, -3, 1, 2, 3],
      9,
    ],
    ['has not the last of them', dated('O', [1, 3], [0, 4], [1, 6], [3, -3], [3, 1]), [6, -3, 1, 2], 6],
  ]
  for (const [what, other, francs, bank] of CASES)
    it(`is a part of them or has them all, where it ${what}`, async () => {
      for (const statements of [
        [...NUMBERED, other],
        [other, ...NUMBERED],
        [first, other, third, second],
      ]) {
        customer = await newEndCustomer()
        await countsOf(customer, ...statements.map(fileOf))
        await expectKept(francs, bank, idsOf(statements))
      }
    })

  it('is in doubt where they have no numbers: every doubt is listed, and nothing explained', async () => {
    const unnumbered = NUMBERED.map(({ number, ...statement }) => statement)
    for (const statements of everyOrder([...unnumbered, overview])) {
      customer = await newEndCustomer()
      await countsOf(customer, ...statements.map(fileOf))
      const undecided = await entriesOf(customer, '&possible_repeat=true')
      const { body } = await reconciled(customer, '2026-03-03')
      const listed = body.possible_repeats.map(({ entry_id }) => entry_id)
      expect(undecided.length, idsOf(statements)).to.be.above(0)
      expect(listed.sort(), idsOf(statements)).to.deep.equal(undecided.map(({ id }) => id).sort())
      expect(body.is_explained, idsOf(statements)).to.equal(false)
    }
  }).timeout(900_000)

  it('follows no statements of another account', async () => {
    const other = { iban: 'CH5604835012345678009' }
    const morning = { ...dated('N2', [4, 4], [100, 120], [4, 20]), number: 2 }
    const noon = { ...dated('N3', [4, 4], [120, 100], [4, -20]), number: 3, ...other }
    const evening = { ...dated('N4', [4, 4], [100, 120], [4, 20]), number: 4 }
    await countsOf(customer, togetherIn([morning, noon, evening]))
    const doubtful = await entriesOf(customer, '&possible_repeat=true')
    expect(doubtful.map(({ amount }) => amount.amount_minor)).to.deep.equal([2000])
  })
})

function ascending(a: number, b: number): number {
  return a - b
}
