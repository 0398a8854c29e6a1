import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { countsOf, entriesOf } from '../imports-of.ts'
import { messageOf, type statementOf, stmtOf } from '../statement-of.ts'

const DAY = { from: '2026-03-31T00:00:00', to: '2026-03-31T23:59:59' }
const STATEMENT = { id: 'P', sequence: 7, opening: '100', closing: '167', ...DAY }
const TWENTY = { amount: '20.00' }
const SEVEN = { amount: '7.00' }

type Booking = { amount: string; direction?: string; ref?: string }
type Options = Parameters<typeof statementOf>[1]

const pagesOf = (first: readonly Booking[], second: readonly Booking[], options: Options = STATEMENT) => [
  stmtOf(first, { ...options, page: [1, false] }),
  stmtOf(second, { ...options, page: [2, true] }),
]
const STILL = { ...STATEMENT, closing: STATEMENT.opening }
const still = (name: string): [Booking[], Booking[]] => [
  [{ ...TWENTY, ref: `${name}-1` }],
  [{ ...TWENTY, direction: 'DBIT', ref: `${name}-2` }],
]
/** A message of its own; the bank writes another id and moment into each. */
let sent = 0
const message = (...stmts: readonly string[]) => {
  sent += 1
  const at = `2026-03-31T20:00:${String(sent % 60).padStart(2, '0')}`
  return messageOf(...stmts)
    .replace('M-1', `M-${sent}`)
    .replace(/<CreDtTm>.*?</, `<CreDtTm>${at}<`)
}

/** Both pages have equal bookings without references: how often they are there is all that tells. */
describe('pages of one bank statement that come again', () => {
  const [one, two] = pagesOf([TWENTY, TWENTY], [TWENTY, SEVEN]) as [string, string]
  const whole = stmtOf([TWENTY, TWENTY, TWENTY, SEVEN], STATEMENT)
  const divided = pagesOf([TWENTY], [TWENTY, TWENTY, SEVEN])
  const next = stmtOf([TWENTY], { ...STATEMENT, id: 'Q', sequence: 8, opening: '167', closing: '187' })
  type Case = [name: string, messages: (readonly string[])[], counts: number[][]]
  const CASES: Case[] = [
    [
      'the whole message',
      [
        [one, two],
        [one, two],
      ],
      [
        [4, 0, 0],
        [0, 4, 0],
      ],
    ],
    ['the second page in the same message', [[one, two, two]], [[4, 2, 0]]],
    ['both pages in the same message', [[one, two, one, two]], [[4, 4, 0]]],
    [
      'the second page alone',
      [[one, two], [two]],
      [
        [4, 0, 0],
        [0, 2, 0],
      ],
    ],
    [
      'the first page alone',
      [[one, two], [one]],
      [
        [4, 0, 0],
        [0, 2, 0],
      ],
    ],
    [
      'pages in a message of each',
      [[one], [two], [two], [one]],
      [
        [2, 0, 0],
        [2, 0, 0],
        [0, 2, 0],
        [0, 2, 0],
      ],
    ],
    [
      'the second page first, and twice',
      [[two], [two], [one]],
      [
        [2, 0, 0],
        [0, 2, 0],
        [2, 0, 0],
      ],
    ],
    [
      'the second page before the first one in a message',
      [
        [two, one],
        [one, two],
      ],
      [
        [4, 0, 0],
        [0, 4, 0],
      ],
    ],
    [
      'the second page, then all of it',
      [[two], [one, two], [two]],
      [
        [2, 0, 0],
        [2, 2, 0],
        [0, 2, 0],
      ],
    ],
    [
      'the second page beside the next statement',
      [
        [one, two],
        [two, next],
      ],
      [
        [4, 0, 0],
        [1, 2, 0],
      ],
    ],
    [
      'the statement without pages',
      [[one, two], [whole]],
      [
        [4, 0, 0],
        [0, 4, 0],
      ],
    ],
    [
      'two statements of one name in a message',
      [
        [
          one,
          two,
          ...pagesOf([TWENTY, TWENTY], [TWENTY, SEVEN], { ...STATEMENT, sequence: 8, opening: '167', closing: '234' }),
        ],
      ],
      [[8, 0, 0]],
    ],
    [
      'pages that have not moved, with other references',
      [pagesOf(...still('A'), STILL), pagesOf(...still('B'), STILL), pagesOf(...still('B'), STILL)],
      [
        [2, 0, 0],
        [2, 0, 2],
        [0, 2, 0],
      ],
    ],
    [
      'pages that are divided anew',
      [[one, two], divided],
      [
        [4, 0, 0],
        [0, 4, 0],
      ],
    ],
  ]
  for (const [name, messages, counts] of CASES)
    it(`${name}: none is doubled or dropped`, async () => {
      const customer = randomUUID()
      expect(await countsOf(customer, ...messages.map((stmts) => message(...stmts)))).to.deep.equal(counts)
      const wanted = counts.reduce((sum, [fresh = 0]) => sum + fresh, 0)
      expect((await entriesOf(customer)).length).to.equal(wanted)
      expect(await findings(customer)).to.deep.equal([])
    })
  it('are in doubt behind the statement without pages, until all of them are there', async () => {
    const customer = randomUUID()
    expect(await countsOf(customer, message(whole), message(two))).to.deep.equal([
      [4, 0, 0],
      [2, 0, 2],
    ])
    expect(await countsOf(customer, message(one))).to.deep.equal([[0, 2, 0]])
    const entries = await entriesOf(customer)
    expect(entries.map(({ possible_repeat }) => possible_repeat)).to.deep.equal([false, false, false, false])
    expect(await findings(customer)).to.deep.equal([])
  })
})
