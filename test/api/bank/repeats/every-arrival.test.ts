import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { newEndCustomer } from '../../../support/requests/examples.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { type DatedStatement, datedIn, fileOf, reconciled } from '../reconciliation/dated-statements.ts'
import { everyOrder, idsOf } from './every-order.ts'

const dated = datedIn('2026-03')
const withRef = (statement: DatedStatement, ref: string): DatedStatement => ({
  ...statement,
  bookings: statement.bookings.map((booking) => ({ ...booking, ref })),
})

/** What happened; `doubts` says how many of its bookings nobody can be sure of once all bank statements are there. */
type Case = readonly [
  what: string,
  statements: readonly DatedStatement[],
  bookings: number,
  doubts: number,
  end: number,
]

const before = dated('A', [9, 9], [0, 100], [9, 100])
const morning = dated('B', [10, 10], [100, 120], [10, 20])
const noon = dated('C', [10, 10], [120, 100], [10, -20])
const evening = dated('D', [10, 10], [100, 120], [10, 20])
const CASES: readonly Case[] = [
  ['the balance has returned on the day, without numbers', [before, morning, noon, evening], 4, 1, 120],
  [
    'one without a number begins where a day has its balance again',
    [
      { ...dated('A', [4, 4], [100, 120], [4, 20]), number: 1 },
      { ...dated('B', [4, 4], [120, 100], [4, -20]), number: 2 },
      dated('U', [4, 5], [100, 125], [4, 20], [5, 5]),
    ],
    4,
    1,
    125,
  ],
  [
    'one without a number ends where a day has its balance again',
    [
      dated('U', [3, 4], [95, 120], [3, 5], [4, 20]),
      { ...dated('B', [4, 4], [120, 100], [4, -20]), number: 1 },
      { ...dated('C', [4, 4], [100, 120], [4, 20]), number: 2 },
    ],
    4,
    1,
    120,
  ],
  [
    'one without a number begins where one of the same first day has the balance again',
    [
      dated('A', [4, 4], [100, 150], [4, 50]),
      dated('B', [4, 5], [150, 80], [4, -50], [4, 50], [4, -50], [5, -20]),
      dated('C', [4, 5], [100, 80], [4, 50], [4, -50], [5, -20]),
    ],
    5,
    1,
    80,
  ],
  [
    'the bank has given two bookings one reference',
    [
      { ...withRef(dated('A', [4, 4], [100, 120], [4, 20]), 'R'), number: 1 },
      { ...dated('B', [4, 4], [120, 90], [4, -30]), number: 2 },
      { ...withRef(dated('C', [4, 4], [90, 110], [4, 20]), 'R'), number: 3 },
    ],
    3,
    0,
    110,
  ],
]

/** 5.00 came three times. What the first and the last statement have in common, the third one tells: its booking is in both. */
const first = dated('A', [4, 4], [100, 110], [4, 5], [4, 5])
const last = dated('B', [4, 4], [110, 115], [4, 5])
const middle = dated('C', [4, 4], [105, 110], [4, 5])
const others = dated('D', [4, 4], [105, 115], [4, 5], [4, 5])

/** What is known in the end does not depend on what came first: what was linked is looked at again. */
describe('bank statements that come in whatever order keep every booking, or say that it is in doubt', () => {
  for (const [what, statements, bookings, doubts, end] of CASES)
    it(what, async () => {
      const found: string[] = []
      for (const order of everyOrder(statements)) {
        const customer = await newEndCustomer()
        await countsOf(customer, ...order.map(fileOf))
        const entries = await entriesOf(customer)
        const { bank, body } = await reconciled(customer, '2026-03-31')
        const doubtful = entries.filter(({ possible_repeat }) => possible_repeat)
        const isRight = body.is_explained ? bank === end : true
        if (entries.length !== bookings || doubtful.length !== doubts || !isRight)
          found.push(`${idsOf(order)}: ${entries.length} kept, ${doubtful.length} in doubt, balance ${bank}`)
        expect(await findings(customer), idsOf(order)).to.deep.equal([])
      }
      expect(found).to.deep.equal([])
    }).timeout(900_000)

  for (const order of [
    [first, last, middle, others],
    [others, middle, first, last],
  ])
    it(`which of several equal bookings two of them have in common is what the others allow: ${idsOf(order)}`, async () => {
      const customer = await newEndCustomer()
      await countsOf(customer, ...order.map(fileOf))
      const entries = await entriesOf(customer)
      expect(entries.map(({ possible_repeat }) => possible_repeat)).to.deep.equal([false, false, false])
      const { bank, body } = await reconciled(customer, '2026-03-04')
      expect([bank, body.is_explained]).to.deep.equal([115, true])
      expect(await findings(customer)).to.deep.equal([])
    })
})
