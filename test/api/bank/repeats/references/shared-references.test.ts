import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { countsOf, entriesOf } from '../../imports-of.ts'
import { statementOf } from '../../statement-of.ts'

const DAY = { from: '2026-03-31T00:00:00', to: '2026-03-31T23:59:59' }
const [A, C] = ['REF-A', 'REF-C'].map((ref) => ({ amount: '20.00', ref })) as [Booking, Booking]
const B = { amount: '20.00', ref: 'REF-B', direction: 'DBIT' }
type Booking = { readonly amount: string; readonly ref: string }

/** M1 ends and M2 begins on the 31st; the bank calls all of its bookings REF-A. By hand they are 20.00, 20.00 and 10.00. */
const MONTHS = [
  statementOf([A], { id: 'M1', opening: '100', closing: '120', from: '2026-03-01', to: '2026-03-31' }),
  statementOf([A], { id: 'M2', opening: '120', closing: '140', from: '2026-03-31', to: '2026-04-30' }),
  statementOf([{ amount: '10.00', ref: 'REF-A', date: '2026-05-31' }], {
    ...{ id: 'M3', opening: '140', closing: '150', from: '2026-05-01', to: '2026-05-31' },
  }),
]
const ofDay = (sequence: number | null) => [
  statementOf([A], { id: 'SA', opening: '100', closing: '120', sequence, ...DAY }),
  statementOf([A], { id: 'SB', opening: '120', closing: '140', sequence, ...DAY }),
]
/** The second one begins behind A: it has B and C of the first one, and 50.00 more. */
const OVERLAPPING = [
  statementOf([A, B, C], { id: 'S1', opening: '100', closing: '120', ...DAY }),
  statementOf([B, C, { amount: '50.00', ref: 'REF-D' }], { id: 'S2', opening: '120', closing: '170', ...DAY }),
]

/** Banks give one reference to several bookings. Where one statement ends with the balance with which another begins, balances decide. */
describe('equal bookings with one reference in statements of which one may be behind the other', () => {
  const CASES: [name: string, files: string[], counts: number[][]][] = [
    [
      'are two where the balances show it',
      MONTHS,
      [
        [1, 0, 0],
        [1, 0, 0],
        [1, 0, 0],
      ],
    ],
    [
      'in whatever order they come',
      MONTHS.toReversed(),
      [
        [1, 0, 0],
        [1, 0, 0],
        [1, 0, 0],
      ],
    ],
    [
      'are decided by a reviewer where they are of one day',
      ofDay(null),
      [
        [1, 0, 0],
        [1, 0, 1],
      ],
    ],
    [
      'also under one number',
      ofDay(1),
      [
        [1, 0, 0],
        [1, 0, 1],
      ],
    ],
    [
      'are one where the balances allow it',
      OVERLAPPING,
      [
        [3, 0, 0],
        [1, 2, 0],
      ],
    ],
    [
      'also in the other order',
      OVERLAPPING.toReversed(),
      [
        [3, 0, 0],
        [1, 2, 0],
      ],
    ],
  ]
  for (const [name, files, counts] of CASES)
    it(name, async () => {
      const customer = randomUUID()
      expect(await countsOf(customer, ...files)).to.deep.equal(counts)
      const again = await countsOf(customer, ...files)
      expect(again, 'again').to.deep.equal(counts.map(([fresh = 0, linked = 0]) => [0, fresh + linked, 0]))
      const kept = counts.reduce((sum, [fresh = 0]) => sum + fresh, 0)
      const entries = await entriesOf(customer)
      expect(entries.filter(({ repeat_decision }) => repeat_decision?.decision !== 'repeat').length).to.equal(kept)
    })
})
