import { amountInWords } from '../amounts/decimal.ts'
import type { VoucherLine } from '../documents/accounting-document.ts'
import type { ItemState, NamedVoucherItem } from '../documents/voucher-item.ts'

/** The change of an item, signed like the item, and the item after it. */
export type ItemStep = { readonly amount_minor: bigint; readonly base_minor: bigint; readonly after: ItemState }

export type NamedLine = VoucherLine & { readonly open_item: NamedVoucherItem }

export function stepOf(item: ItemState, posting_date: string, amount_minor: bigint, base_minor: bigint): ItemStep {
  const isFirst = item.base_amount_minor === null
  const after = {
    ...item,
    ...(isFirst ? { amount_minor, base_amount_minor: base_minor, opened_on: posting_date } : {}),
    // What is left of an older line is all that it ever was, for the next line and for the next batch.
    ...(item.by === 'legacy_line' ? restOf(item, amount_minor, base_minor) : {}),
    open_minor: item.open_minor + amount_minor,
    balance_minor: item.balance_minor + amount_minor,
    book_minor: item.book_minor + amount_minor,
    book_base_minor: item.book_base_minor + base_minor,
    days: item.days && [...item.days, { posting_date, amount_minor, base_minor }],
  }
  return { amount_minor, base_minor, after }
}

function restOf({ book_minor, book_base_minor }: ItemState, amount_minor: bigint, base_minor: bigint) {
  return { amount_minor: book_minor + amount_minor, base_amount_minor: book_base_minor + base_minor }
}

/** Whether a value has the sign of its item, or is nothing. */
export function hasItsSign({ amount_minor }: ItemState, value_minor: bigint): boolean {
  return value_minor === 0n || isPositive(value_minor) === isPositive(amount_minor)
}

export function isPositive(amount: bigint): boolean {
  return amount > 0n
}

/** Of amounts on one side of an item the sign says nothing. */
export function words(amount: bigint, currency: string): string {
  return amountInWords(magnitude(amount), currency)
}

export function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}
