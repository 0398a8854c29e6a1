import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { itemsOf } from '../../support/client.ts'
import { countsOf, entriesOf } from './imports-of.ts'
import { messageOf, statementOf, stmtOf } from './statement-of.ts'

const A = { amount: '20.00', ref: 'REF-A' }
const B = { amount: '20.00', ref: 'REF-B' }
const NONE = { amount: '20.00' }
const DAY = { from: '2026-03-31T00:00:00', to: '2026-03-31T23:59:59' }
/** The balance ends as it began. */
const STILL = [
  statementOf([NONE, { ...NONE, direction: 'DBIT' }], { opening: '100', closing: '100', sequence: 1 }),
  statementOf([NONE, { ...NONE, direction: 'DBIT' }, { amount: '1' }, { amount: '1', direction: 'DBIT' }], {
    opening: '100',
    closing: '100',
    sequence: 2,
    id: 'S2',
  }),
]

describe('equal bookings of bank statements', () => {
  type Case = [name: string, files: string[], counts: number[][]]
  const first = { opening: '100', closing: '120', sequence: 1 }
  const second = { opening: '120', closing: '140', id: 'S2', sequence: 2 }
  const CASES: Case[] = [
    [
      'pages in one message keep equal bookings',
      [
        messageOf(
          stmtOf([NONE, NONE], { opening: '100', page: [1, false] }),
          stmtOf([NONE], { closing: '160', page: [2, true] }),
        ),
      ],
      [[3, 0, 0]],
    ],
    [
      'other references are other bookings',
      [
        statementOf([A], { opening: '100', closing: '120' }),
        statementOf([B], { opening: '120', closing: '140', id: 'S2' }),
      ],
      [
        [1, 0, 0],
        [1, 0, 0],
      ],
    ],
    [
      'another UETR is another booking',
      [
        statementOf([{ ...NONE, uetr: 'eb6305c9-1f7f-49de-aed0-16487c27b42d' }], first),
        statementOf([{ ...NONE, uetr: 'eb6305c9-1f7f-49de-aed0-16487c27b42e' }], { ...second, sequence: 1 }),
      ],
      [
        [1, 0, 0],
        [1, 0, 0],
      ],
    ],
    [
      'without references the chain of balances proves it',
      [statementOf([NONE], first), statementOf([NONE], second)],
      [
        [1, 0, 0],
        [1, 0, 0],
      ],
    ],
    [
      'NOTPROVIDED is no reference',
      [statementOf([{ ...NONE, ref: 'NOTPROVIDED' }], first), statementOf([{ ...NONE, ref: 'NONREF' }], second)],
      [
        [1, 0, 0],
        [1, 0, 0],
      ],
    ],
    [
      'shared references give way to the chain',
      [statementOf([A], first), statementOf([A], second)],
      [
        [1, 0, 0],
        [1, 0, 0],
      ],
    ],
    [
      'a chain over a third statement',
      [
        statementOf([NONE], first),
        statementOf([{ amount: '5' }], { ...second, closing: '125' }),
        statementOf([NONE], { opening: '125', closing: '145', id: 'S3', sequence: 3 }),
      ],
      [
        [1, 0, 0],
        [1, 0, 0],
        [1, 0, 0],
      ],
    ],
    [
      'the statement before comes last',
      [statementOf([NONE], second), statementOf([NONE], first)],
      [
        [1, 0, 0],
        [1, 0, 0],
      ],
    ],
    [
      'one number for two statements proves nothing',
      [statementOf([NONE], { ...first, ...DAY }), statementOf([NONE], { ...second, ...DAY, sequence: 1 })],
      [
        [1, 0, 0],
        [1, 0, 1],
      ],
    ],
    [
      'a balance that has not moved proves nothing',
      STILL,
      [
        [2, 0, 0],
        [4, 0, 2],
      ],
    ],
    [
      'nor does it where the later statement comes first',
      [...STILL].reverse(),
      [
        [4, 0, 0],
        [2, 0, 2],
      ],
    ],
    [
      'one that has not moved proves nothing behind one that has',
      [statementOf([NONE], first), statementOf([NONE, { ...NONE, direction: 'DBIT' }], { ...second, closing: '120' })],
      [
        [1, 0, 0],
        [2, 0, 1],
      ],
    ],
    [
      'no balances and no references tell nothing',
      [statementOf([NONE], { id: 'X' }), statementOf([NONE], { id: 'Y' })],
      [
        [1, 0, 0],
        [1, 0, 1],
      ],
    ],
    [
      'the end of the day repeats the intraday statement',
      [
        statementOf([NONE], { opening: '100', closing: '120', ...DAY, sequence: 1 }),
        statementOf([NONE, NONE, { amount: '7' }], { opening: '100', closing: '147', ...DAY, id: 'E', sequence: 2 }),
      ],
      [
        [1, 0, 0],
        [2, 1, 0],
      ],
    ],
    [
      'equal references without balances are one',
      [statementOf([A], { id: 'X' }), statementOf([A, B], { id: 'Y' })],
      [
        [1, 0, 0],
        [1, 1, 0],
      ],
    ],
    [
      'two statements of one message are two as well',
      [
        messageOf(
          stmtOf([NONE], first),
          stmtOf([NONE], second),
          stmtOf([NONE], { opening: '140', closing: '160', id: 'S3', sequence: 3 }),
        ),
      ],
      [[3, 0, 0]],
    ],
  ]
  for (const [name, files, counts] of CASES) {
    it(name, async () => {
      const customer = randomUUID()
      expect(await countsOf(customer, ...files)).to.deep.equal(counts)
      const again = await countsOf(customer, ...files)
      expect(again, 'again').to.deep.equal(counts.map(([fresh = 0, linked = 0]) => [0, fresh + linked, 0]))
      const kept = counts.reduce((sum, [fresh = 0]) => sum + fresh, 0)
      const doubtful = counts.reduce((sum, [, , possible = 0]) => sum + possible, 0)
      const entries = await entriesOf(customer)
      expect(entries.length).to.equal(kept)
      expect(new Set(entries.map(({ canonical_entry_hash }) => canonical_entry_hash)).size).to.equal(kept)
      const credits = entries.filter(({ credit_debit_indicator }) => credit_debit_indicator === 'CRDT').length
      const payments = (await itemsOf('payments', customer)).length
      expect(payments).to.be.within(credits - doubtful, credits)
    })
  }
})
