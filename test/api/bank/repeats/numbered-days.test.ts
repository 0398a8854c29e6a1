import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { itemsOf } from '../../../support/client.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { type DatedStatement, datedIn, fileOf, reconciled } from '../reconciliation/dated-statements.ts'
import { everyOrder, idsOf, togetherIn } from './every-order.ts'

const dated = datedIn('2026-03')
const numbered = (number: number, day: number, balances: readonly [number, number], ...francs: readonly number[]) => ({
  ...dated(`N${number}`, [day, day], balances, ...francs.map((one) => [day, one] as const)),
  number,
})

// 100 → 120 → 100 → 120 on one day: the second 20 are as true as the first.
const before = numbered(1, 9, [0, 100], 100)
const morning = numbered(2, 10, [100, 120], 20)
const noon = numbered(3, 10, [120, 100], -20)
const evening = numbered(4, 10, [100, 120], 20)
const ALL = [before, morning, noon, evening]

/** No references: only the numbers say that the balance has returned, and that the second statement is not the first one again. */
describe('bank statements of a day that begin and end alike, with the numbers between them', () => {
  let customer: string
  beforeEach(async () => {
    customer = await newEndCustomer()
  })
  const send = (statements: readonly DatedStatement[]) => countsOf(customer, ...statements.map(fileOf))

  async function expectAllFour(what: string): Promise<void> {
    const entries = await entriesOf(customer)
    expect(
      entries.map(({ possible_repeat }) => possible_repeat),
      what,
    ).to.deep.equal([false, false, false, false])
    expect((await itemsOf('payments', customer)).length, what).to.equal(3)
    const { bank, gaps, body } = await reconciled(customer, '2026-03-10')
    expect([bank, gaps, body.is_explained], what).to.deep.equal([120, [], true])
    expect(await findings(customer), what).to.deep.equal([])
  }

  it('are two in every order, one by one', async () => {
    for (const statements of everyOrder(ALL)) {
      customer = await newEndCustomer()
      await send(statements)
      await expectAllFour(idsOf(statements))
    }
  }).timeout(900_000)

  it('are two in every order, in one file', async () => {
    for (const statements of everyOrder(ALL)) {
      customer = await newEndCustomer()
      expect(await countsOf(customer, togetherIn(statements))).to.deep.equal([[4, 0, 0]])
      await expectAllFour(idsOf(statements))
    }
  }).timeout(900_000)

  it('are in doubt as long as the one between them is missing, which takes the doubt away', async () => {
    expect(await send([before, morning, evening])).to.deep.equal([
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 1],
    ])
    expect((await itemsOf('payments', customer)).length).to.equal(2)
    await send([noon])
    await expectAllFour('noon comes last')
    const [decided] = (await entriesOf(customer)).flatMap(({ repeat_decision }) => repeat_decision ?? [])
    expect(decided).to.deep.include({ decision: 'new', decided_by: 'bank_statements' })
  })

  it('are one with what comes again under the same number, or without one', async () => {
    for (const one of [morning, noon, evening]) {
      const { number, ...unnumbered } = one
      customer = await newEndCustomer()
      await send(ALL)
      const again = [one, { ...one, id: 'again' }, unnumbered, { ...unnumbered, id: 'nobody' }]
      expect(await send(again), one.id).to.deep.equal(again.map(() => [0, 1, 0]))
      await expectAllFour(`${one.id} again`)
    }
  })

  it('are two also where the first one has come again before the last one', async () => {
    const { number, ...unnumbered } = morning
    expect(await send([before, morning, noon, { ...morning, id: 'again' }, unnumbered, evening])).to.deep.equal([
      [1, 0, 0],
      [1, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 1, 0],
      [1, 0, 0],
    ])
    await expectAllFour('morning again')
  })

  const back = numbered(3, 10, [120, 110], -10)
  const still = numbered(4, 10, [110, 110], 5, -5)
  const down = numbered(4, 10, [110, 100], -10)
  const DOUBTS: [why: string, between: readonly DatedStatement[], number: number][] = [
    ['a number is missing', [back, numbered(5, 10, [110, 100], -10)], 6],
    ['one does not move', [back, still, numbered(5, 10, [110, 100], -10)], 6],
    ['one does not begin where the one before ended', [back, numbered(4, 10, [115, 100], -15)], 5],
    ['they end before the last one begins', [back, numbered(4, 10, [110, 105], -5)], 5],
  ]
  for (const [why, between, number] of DOUBTS)
    it(`are in doubt where ${why}`, async () => {
      await send([before, morning, ...between, { ...evening, id: `N${number}`, number }])
      const doubtful = await entriesOf(customer, '&possible_repeat=true')
      expect(doubtful.map(({ amount }) => amount.amount_minor)).to.include(2000)
      expect(await findings(customer)).to.deep.equal([])
    })

  it('are two over several between them', async () => {
    await send([before, morning, back, down, { ...evening, id: 'N5', number: 5 }])
    const entries = await entriesOf(customer)
    expect(
      entries.filter(({ amount, possible_repeat }) => amount.amount_minor === 2000 && !possible_repeat).length,
    ).to.equal(2)
    expect((await reconciled(customer, '2026-03-10')).bank).to.equal(120)
  })
})
