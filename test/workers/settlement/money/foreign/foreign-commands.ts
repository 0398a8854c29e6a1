import fc from 'fast-check'

/** What is done with items in euros, and with the account at the bank that is in euros. */
export type ForeignCommand =
  | { kind: 'foreign_document'; amount: number; is_customer: boolean }
  | { kind: 'foreign_payment'; which: number; share: number; rate: number }
  | { kind: 'revalue'; which: number; change: number }
  | { kind: 'revalue_account'; change: number }
  | { kind: 'reverse_foreign_voucher' | 'reverse_foreign_document'; which: number }

const which = fc.nat(20)

export const foreignCommand: fc.Arbitrary<ForeignCommand> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('foreign_document' as const),
      amount: fc.integer({ min: 1_000, max: 90_000 }),
      is_customer: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('foreign_payment' as const),
      which,
      share: fc.oneof(fc.constant(100), fc.integer({ min: 20, max: 120 })),
      rate: fc.integer({ min: 88, max: 102 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('revalue' as const),
      which,
      // In thousandths of the book value: a loss of more than all of it is refused.
      change: fc.oneof(fc.integer({ min: -100, max: 100 }), fc.constant(-1_100)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('revalue_account' as const),
      change: fc.integer({ min: -500, max: 500 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('reverse_foreign_voucher' as const), which }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reverse_foreign_document' as const), which }),
  },
)
