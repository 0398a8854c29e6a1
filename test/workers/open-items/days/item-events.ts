import fc from 'fast-check'
import { type ReturnEvent, returnEvent } from './item-returns.ts'
import { type VoucherEvent, voucherEvents } from './item-vouchers.ts'

export const DAYS = 30

/** What happens to open items on a day; numbers choose among what is there. */
export type ItemEvent =
  | { kind: 'invoice' | 'owe'; day: number; amount: number; is_foreign: boolean; partner: number; is_credit: boolean }
  | { kind: 'pay'; day: number; amount: number; documents: number[] }
  | { kind: 'settle' | 'cash'; day: number; item: number; share: number }
  | { kind: 'reverse'; day: number; which: number }
  | { kind: 'allocate'; day: number; payment: number; documents: number[]; share: number }
  | ReturnEvent
  | VoucherEvent

const day = fc.nat(DAYS - 1)
export const event: fc.Arbitrary<ItemEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('invoice' as const, 'owe' as const),
      day,
      amount: fc.integer({ min: 100, max: 90_000 }),
      is_foreign: fc.boolean(),
      partner: fc.nat(2),
      is_credit: fc.nat(4).map((chance) => chance === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      day,
      amount: fc.integer({ min: 100, max: 90_000 }),
      documents: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('settle' as const, 'cash' as const),
      day,
      item: fc.nat(9),
      share: fc.integer({ min: 10, max: 100 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), day, which: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('allocate' as const),
      day,
      payment: fc.nat(5),
      documents: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }),
      share: fc.integer({ min: 10, max: 100 }),
    }),
  },
  { weight: 2, arbitrary: returnEvent(day) },
  { weight: 5, arbitrary: voucherEvents(day) },
)
