import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { statementOf } from '../statement-of.ts'

const A = { amount: '20.00', ref: 'REF-A' }
const B = { amount: '20.00', ref: 'REF-B' }
const NONE = { amount: '20.00' }
const DAY = { opening: '100', closing: '140', from: '2026-03-31T00:00:00', to: '2026-03-31T23:59:59' }
const MONTH = { ...DAY, from: '2026-03-01T00:00:00' }

const renamed = (bookings: readonly (typeof NONE)[]) =>
  bookings.map((booking, at) => ({ ...booking, ref: `NEW-${at}` }))

/** They begin with one balance and end with another one. */
describe('two bank statements of the same days, balances and bookings', () => {
  type Sent = Parameters<typeof statementOf>
  type Case = [name: string, one: Sent, other: Sent, linked: number, doubts: number]
  const CASES: Case[] = [
    [
      'one number and new references',
      [[A, B], { ...DAY, sequence: 1 }],
      [renamed([A, B]), { ...DAY, sequence: 1 }],
      2,
      0,
    ],
    ['no numbers and new references', [[A, B], DAY], [renamed([A, B]), DAY], 2, 0],
    ['a number on one side and new references', [[A, B], { ...DAY, sequence: 1 }], [renamed([A, B]), DAY], 2, 0],
    ['no numbers and new references, of a month', [[A, B], MONTH], [renamed([A, B]), MONTH], 2, 0],
    [
      'one number and new references, of a month',
      [[A, B], { ...MONTH, sequence: 1 }],
      [renamed([A, B]), { ...MONTH, sequence: 1 }],
      2,
      0,
    ],
    ['the next number', [[NONE, A], { ...DAY, sequence: 1 }], [[A, NONE], { ...DAY, sequence: 2 }], 2, 0],
    // The balance may have returned to where it was in the bank statement between them.
    ['a number between them', [[NONE, NONE], { ...DAY, sequence: 1 }], [[NONE, NONE], { ...DAY, sequence: 3 }], 0, 2],
    [
      'a number between them, of a month',
      [[NONE, A], { ...MONTH, sequence: 1 }],
      [[NONE, A], { ...MONTH, sequence: 3 }],
      2,
      0,
    ],
    [
      'the next number and new references',
      [[A, B], { ...DAY, sequence: 1 }],
      [renamed([A, B]), { ...DAY, sequence: 2 }],
      0,
      2,
    ],
    [
      'a number between them, and new references',
      [[A, B], { ...DAY, sequence: 1 }],
      [renamed([A, B]), { ...DAY, sequence: 9 }],
      0,
      2,
    ],
    [
      'another number and new references, of a month',
      [[A, B], { ...MONTH, sequence: 1 }],
      [renamed([A, B]), { ...MONTH, sequence: 2 }],
      0,
      2,
    ],
  ]
  for (const [name, one, other, linked, doubts] of CASES)
    for (const isReversed of [false, true])
      it(`${name}${isReversed ? ', in reverse' : ''}: ${linked} linked, ${doubts} in doubt`, async () => {
        const customer = randomUUID()
        const files = [statementOf(...one), statementOf(other[0], { ...other[1], id: 'again' })]
        const counts = await countsOf(customer, ...(isReversed ? files.toReversed() : files))
        expect(counts).to.deep.equal([
          [2, 0, 0],
          [2 - linked, linked, doubts],
        ])
        expect((await entriesOf(customer, '&possible_repeat=true')).length).to.equal(doubts)
        expect(await findings(customer)).to.deep.equal([])
      })

  it('a pooled day is three bank statements, of which the last one comes before the second one', async () => {
    const customer = randomUUID()
    const day = { from: DAY.from, to: DAY.to }
    const morning = statementOf([NONE], { ...day, opening: '0', closing: '20', sequence: 1 })
    const pooled = statementOf([{ ...NONE, direction: 'DBIT' }], { ...day, opening: '20', closing: '0', sequence: 2 })
    const evening = statementOf([NONE], { ...day, opening: '0', closing: '20', sequence: 3 })
    expect(await countsOf(customer, morning, evening, pooled)).to.deep.equal([
      [1, 0, 0],
      [1, 0, 1],
      [1, 0, 0],
    ])
    expect((await entriesOf(customer)).length).to.equal(3)
  })
})
