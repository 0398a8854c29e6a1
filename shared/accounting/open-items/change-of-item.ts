import { amountInWords } from '../amounts/decimal.ts'
import { shareOf } from '../amounts/share-of.ts'
import type { VoucherLine } from '../documents/accounting-document.ts'
import type { ItemState, NamedVoucherItem } from '../documents/voucher-item.ts'
import { exceeded, type ItemViolation, mismatch, unknown } from './item-violation.ts'

/** The change of an item, signed like the item, and the item after it. */
export type ItemStep = { readonly amount_minor: bigint; readonly base_minor: bigint; readonly after: ItemState }

type NamedLine = VoucherLine & { readonly open_item: NamedVoucherItem }

/**
 * The change of an item that a line asks for. A line that takes from the item takes the same share of its book value;
 * one that gives back gives the value that was opened, unless it states another one.
 *
 * @param base_of the line's amount in the base currency by the rate of the day; null while the rate is missing
 */
export function changeOfItem(
  item: ItemState,
  line: NamedLine,
  base_currency: string,
  base_of: () => bigint | null,
): ItemStep | ItemViolation {
  const { id, purpose } = line.open_item
  if (item.state !== 'usable') return unknown(`Open item ${id} ${STATES[item.state]}.`)
  if (item.account_code !== null && item.account_code !== line.account_code)
    return mismatch(`Open item ${id} stands on account ${item.account_code}.`, '/account_code')
  if (purpose === 'revaluation') return revalued(item, line, base_currency)
  if (line.amount.currency !== item.currency)
    return mismatch(`Open item ${id} is in ${item.currency}, the line in ${line.amount.currency}.`)
  const change = item.sign * line.amount.amount_minor
  return isPositive(change) === isPositive(item.amount_minor)
    ? given(item, line, change, base_currency, base_of)
    : taken(item, line, change, base_currency)
}

const STATES = {
  reversed: 'is reversed',
  being_reversed: 'is being reversed',
  reserved: 'is reserved by an allocation that is not booked',
} as const

function taken(item: ItemState, line: NamedLine, change: bigint, base_currency: string): ItemStep | ItemViolation {
  const { id } = line.open_item
  const { currency, open_minor, book_minor, book_base_minor } = item
  if (magnitude(change) > magnitude(open_minor))
    return exceeded(
      `Of open item ${id} ${words(open_minor, currency)} is open, and the line takes ${words(change, currency)}.`,
    )
  const base_minor = -shareOf(book_base_minor, -change, book_minor)
  const stated = line.base && item.sign * line.base.amount_minor
  if (stated !== null && stated !== base_minor) {
    const message = `The share of the book value is ${words(base_minor, base_currency)}, not ${words(stated, base_currency)}.`
    return mismatch(message, '/base_amount')
  }
  return stepOf(item, change, base_minor)
}

function given(
  item: ItemState,
  line: NamedLine,
  change: bigint,
  base_currency: string,
  base_of: () => bigint | null,
): ItemStep | ItemViolation {
  const { id } = line.open_item
  const { currency, amount_minor, base_amount_minor, balance_minor } = item
  if (magnitude(balance_minor + change) > magnitude(amount_minor)) {
    const message = `Open item ${id} was opened with ${words(amount_minor, currency)}, and would be ${words(balance_minor + change, currency)}.`
    return exceeded(message)
  }
  // The credit of a payment stands where it is booked first.
  const booked = { ...item, account_code: line.account_code }
  if (currency === base_currency) return stepOf(booked, change, change)
  if (line.base) return stepOf(booked, change, item.sign * line.base.amount_minor)
  if (base_amount_minor !== null) return stepOf(item, change, shareOf(base_amount_minor, change, amount_minor))
  return stepOf(booked, change, item.sign * (base_of() ?? 0n))
}

/** The value changes and nothing is closed: the line has a value in the base currency alone. */
function revalued(item: ItemState, line: NamedLine, base_currency: string): ItemStep | ItemViolation {
  const { id } = line.open_item
  const { amount, base } = line
  if (item.currency === base_currency)
    return mismatch(`Open item ${id} is in ${base_currency}, which has one value only.`)
  const value =
    amount.currency === base_currency ? amount.amount_minor : amount.amount_minor === 0n ? base?.amount_minor : 0n
  if (!value)
    return mismatch(`A revaluation has an amount of 0 in ${item.currency} and a base_amount in ${base_currency}.`)
  if (amount.currency !== base_currency && amount.currency !== item.currency)
    return mismatch(`Open item ${id} is in ${item.currency}, the line in ${amount.currency}.`)
  const after = item.book_base_minor + item.sign * value
  if (item.open_minor === 0n) return exceeded(`Of open item ${id} nothing is open.`)
  if (after !== 0n && isPositive(after) !== isPositive(item.amount_minor))
    return exceeded(`The book value of open item ${id} would be ${amountInWords(-magnitude(after), base_currency)}.`)
  return stepOf(item, 0n, item.sign * value)
}

function stepOf(item: ItemState, amount_minor: bigint, base_minor: bigint): ItemStep {
  const isFirst = item.base_amount_minor === null
  const after = {
    ...item,
    ...(isFirst ? { amount_minor, base_amount_minor: base_minor } : {}),
    open_minor: item.open_minor + amount_minor,
    balance_minor: item.balance_minor + amount_minor,
    book_minor: item.book_minor + amount_minor,
    book_base_minor: item.book_base_minor + base_minor,
  }
  return { amount_minor, base_minor, after }
}

function isPositive(amount: bigint): boolean {
  return amount > 0n
}

/** Of amounts on one side of an item the sign says nothing. */
function words(amount: bigint, currency: string): string {
  return amountInWords(magnitude(amount), currency)
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}
