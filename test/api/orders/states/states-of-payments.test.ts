import { expect } from 'chai'
import fc from 'fast-check'
import { booksToOrder } from '../books-to-order.ts'
import { followPayables, type Happening } from './follow-payables.ts'

/** Other runs than those of the suite: PAYMENT_STATES_RUNS=200 PAYMENT_STATES_SEED=7. */
const numRuns = Number(process.env.PAYMENT_STATES_RUNS ?? 3)
const seed = process.env.PAYMENT_STATES_SEED === undefined ? {} : { seed: Number(process.env.PAYMENT_STATES_SEED) }

const which = fc.nat(7)
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const), is_part: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('debit' as const), which, is_named: fc.boolean(), is_part: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      which,
      status: fc.constantFrom('RJCT', 'RJCT', 'ACSC'),
    }),
  },
  ...(['withdraw', 'reverse', 'return', 'return', 'refund', 'take_back'] as const).map((kind) => ({
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant(kind), which }),
  })),
)
describe('states of the payments that are ordered for one payable', () => {
  const follow = followPayables(booksToOrder())

  const order_all: Happening = { kind: 'order', is_part: false }
  const order_half: Happening = { kind: 'order', is_part: true }
  const reject = (which: number): Happening => ({ kind: 'report', which, status: 'RJCT' })
  const debit = (which: number, is_named = true): Happening => ({ kind: 'debit', which, is_named, is_part: false })
  const back: Happening = { kind: 'return', which: 0 }
  const refund: Happening = { kind: 'refund', which: 0 }
  const withdraw: Happening = { kind: 'withdraw', which: 0 }
  const accept: Happening = { kind: 'report', which: 0, status: 'ACSC' }
  const undo: Happening = { kind: 'take_back', which: 0 }
  const stories: readonly [
    name: string,
    events: readonly Happening[],
    shown: readonly (readonly [string, string | null])[],
  ][] = [
    [
      'what the bank rejects after its money came back stays rejected',
      [order_all, debit(0), back, reject(0), undo],
      [['rejected', null]],
    ],
    [
      'money that comes back with the name of the payment frees it, also where its debit had no name',
      [order_all, debit(0, false), back, order_all],
      [
        ['withdrawn', null],
        ['ordered', null],
      ],
    ],
    [
      'a payment of another order does not pay one that was rejected, whatever was settled before',
      [order_half, debit(0, false), order_all, debit(1), reject(0), { kind: 'reverse', which: 0 }, order_all, debit(2)],
      [
        ['rejected', null],
        ['paid', null],
        ['paid', null],
      ],
    ],
    [
      'what a voucher brings back frees its payment, and the next one is paid',
      [order_all, debit(0), refund, order_all, debit(1)],
      [
        ['withdrawn', null],
        ['paid', null],
      ],
    ],
    [
      'what a voucher brings back is of the last payment where nothing is named, until the bank makes it once more',
      [order_all, debit(0, false), refund, debit(0)],
      [['paid', null]],
    ],
    [
      'other money that was settled since pays what the bank rejects afterwards',
      [order_all, debit(0, false), refund, debit(0, false), reject(0)],
      [['paid', 'rejected_and_paid']],
    ],
    [
      'what the bank has rejected is not paid any more when a voucher brings its money back',
      [order_all, debit(0, false), reject(0), refund],
      [['rejected', null]],
    ],
    [
      'what a voucher brought back of the last payment is not of the one before when the bank rejects that last one',
      [order_half, debit(0, false), order_all, debit(1, false), { kind: 'refund', which: 1 }, reject(1)],
      [
        ['paid', null],
        ['rejected', null],
      ],
    ],
    [
      'what the bank has after it was withdrawn holds the payable until it is withdrawn once more',
      [order_all, withdraw, accept, order_all, withdraw, order_all],
      [
        ['withdrawn', null],
        ['ordered', null],
      ],
    ],
    [
      'what the bank has after it was withdrawn is paid by its debit, and is with the bank again when that was a mistake',
      [order_all, withdraw, accept, debit(0), { kind: 'reverse', which: 0 }, order_all],
      [
        ['withdrawn', 'withdrawn_and_sent'],
        ['ordered', null],
      ],
    ],
    [
      'what came back, is paid all the same and is rejected then is told once',
      [order_all, debit(0, false), back, debit(0), reject(0)],
      [['paid', 'rejected_and_paid']],
    ],
    [
      'what comes back of one order leaves the other one paid',
      [order_half, debit(0), order_all, debit(1, false), back],
      [
        ['withdrawn', null],
        ['paid', null],
      ],
    ],
    [
      'that a rejected part is paid is told, also where other money pays the rest',
      [order_half, reject(0), order_half, debit(1), debit(0)],
      [
        ['paid', 'rejected_and_paid'],
        ['paid', null],
      ],
    ],
    [
      'of two orders in turn, a late report about the first changes nothing',
      [order_all, reject(0), order_all, { kind: 'report', which: 1, status: 'ACSC' }, debit(1), reject(0), reject(1)],
      [
        ['rejected', null],
        ['paid', 'rejected_and_paid'],
      ],
    ],
  ]
  for (const [name, events, expected] of stories)
    it(name, async () => expect(await follow(events)).to.deep.equal(expected))

  it('follow both tables, whatever happens in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 12 }), async (events) => {
        await follow([order_all, ...events])
      }),
      { numRuns, ...seed },
    )
  }).timeout(60_000 + numRuns * 60_000)
})
