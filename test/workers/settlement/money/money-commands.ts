import fc from 'fast-check'
import { type ForeignCommand, foreignCommand } from './foreign/foreign-commands.ts'

/** What a voucher does: pays an item, refunds credit, writes a document off, or sets one off against a payable. */
export const PAID = ['document', 'payable', 'payment', 'write_off', 'set_off'] as const

/** What is taken off beside the money; of an allocation from its first document. */
export type Off = { type: 'discount' | 'bank_charges' | 'rounding' | 'write_off'; minor: number } | null

/** Everything that can be done; numbers choose among what is there. */
export type Command =
  | ForeignCommand
  | { kind: 'invoice' | 'owe' | 'pay' | 'note' | 'supplier_note'; amount: number }
  | { kind: 'allocate'; payment: number; documents: number[]; share: number; off: Off }
  | { kind: 'net'; document: number; note: number; amount: number }
  | { kind: 'net_supplier'; payable: number; against: number; share: number }
  | { kind: 'advance_back'; which: number; share: number; cash: boolean }
  | { kind: 'collect'; documents: number[]; share: number; off: Off }
  | { kind: 'settle'; payable: number; amount: number; cash: boolean; off: Off; over: boolean }
  | { kind: 'voucher'; pays: (typeof PAID)[number]; which: number; amount: number }
  | { kind: 'order'; payables: number[]; share: number | null }
  | { kind: 'book_bank_entry'; which: number; amount: number; gives: boolean }
  | { kind: 'link'; which: number; amount: number; share: number }
  | { kind: 'reverse_link' | 'reverse_bank_voucher'; which: number }
  | { kind: 'withdraw_order' | 'reject_payment'; which: number }
  | { kind: 'reverse_allocation' | 'reverse_settlement' | 'reverse_invoice' | 'reverse_voucher'; which: number }

const which = fc.nat(20)
const amount = fc.integer({ min: 1, max: 90_000 })
const share = fc.integer({ min: 1, max: 130 })
const off = fc.option(
  fc.oneof(
    fc.record({
      type: fc.constantFrom('discount' as const, 'bank_charges' as const, 'write_off' as const),
      minor: fc.integer({ min: 1, max: 9_000 }),
    }),
    // More is refused.
    fc.record({ type: fc.constant('rounding' as const), minor: fc.integer({ min: 1, max: 5 }) }),
  ),
)
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 7, arbitrary: foreignCommand },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'invoice' as const,
        'owe' as const,
        'pay' as const,
        'note' as const,
        'supplier_note' as const,
      ),
      amount,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('net' as const), document: which, note: which, amount }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('net_supplier' as const), payable: which, against: which, share }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('advance_back' as const), which, share, cash: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('allocate' as const),
      payment: which,
      documents: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 }),
      share,
      off,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      payable: which,
      amount,
      cash: fc.boolean(),
      off,
      over: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('collect' as const),
      documents: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 }),
      share,
      off,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('voucher' as const),
      pays: fc.constantFrom(...PAID),
      which,
      amount,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      payables: fc.array(fc.nat(5), { minLength: 1, maxLength: 3 }),
      // Of the first one a part.
      share: fc.option(fc.integer({ min: 1, max: 99 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('withdraw_order' as const, 'reject_payment' as const), which }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('book_bank_entry' as const), which, amount, gives: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('link' as const),
      which,
      amount,
      share: fc.integer({ min: 1, max: 120 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('reverse_link' as const, 'reverse_bank_voucher' as const), which }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'reverse_allocation' as const,
        'reverse_settlement' as const,
        'reverse_invoice' as const,
        'reverse_voucher' as const,
      ),
      which,
    }),
  },
)
