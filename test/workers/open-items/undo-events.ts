import fc from 'fast-check'

/** What happens to open items; amounts are in tens of euros, shares in percent, and numbers choose among the items. */
export type UndoEvent =
  | { kind: 'invoice' | 'owe'; amount: number }
  | { kind: 'take' | 'give'; item: number; share: number }
  | { kind: 'revalue'; item: number; value: number }
  | { kind: 'settle' | 'allocate'; item: number; share: number; is_booked: boolean }
  | { kind: 'reverse'; which: number }

const item = fc.nat(3)
const share = fc.constantFrom(10, 50, 100)
export const undoEvent: fc.Arbitrary<UndoEvent> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('invoice' as const, 'owe' as const),
      amount: fc.integer({ min: -3, max: 9 }).filter((amount) => amount !== 0),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('take' as const, 'give' as const), item, share }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('revalue' as const), item, value: fc.constantFrom(-60, -40, 40, 60) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('settle' as const, 'allocate' as const),
      item,
      share,
      is_booked: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(9) }) },
)
