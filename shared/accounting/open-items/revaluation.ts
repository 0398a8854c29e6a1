import { amountInWords } from '../amounts/decimal.ts'
import { shareOf } from '../amounts/share-of.ts'
import type { ItemState } from '../documents/voucher-item.ts'
import { hasItsSign, type ItemStep, isPositive, magnitude, type NamedLine, stepOf } from './item-step.ts'
import { exceeded, type ItemViolation, mismatch } from './item-violation.ts'
import { reservedInWords } from './reserved-in-words.ts'

/**
 * The value of an item changes and nothing is closed: the line has a value in the base currency alone. What was open on
 * the day of the voucher counts, not what is open now. A value that is left of a closed item can be taken back on any day.
 *
 * @source OR Art. 958c Abs. 1 Ziff. 7
 */
export function revalued(
  item: ItemState,
  line: NamedLine,
  posting_date: string,
  base_currency: string,
): ItemStep | ItemViolation {
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
  const change = item.sign * value
  const reason = reasonAgainst(item, change, id, posting_date, base_currency)
  return reason === null ? stepOf(item, posting_date, 0n, change) : exceeded(reason)
}

/** The share of a change of value, signed like the item, that belongs to what was open on the day and is not any more. */
export function shareOfPaid({ days, book_minor }: ItemState, posting_date: string, change_minor: bigint): bigint {
  const then = days === null ? book_minor : stoodOn(days, posting_date).amount_minor
  if (magnitude(then) <= magnitude(book_minor)) return 0n
  return change_minor - shareOf(change_minor, book_minor, then)
}

/**
 * What the open part of an item would be worth if all had been booked in the order of its days: each change of value
 * would have met what was open. Null where the days are not known.
 */
export function worthByDays({ days, book_minor }: ItemState): bigint | null {
  if (days === null) return null
  const inOrder = days.toSorted(
    (a, b) => compareText(a.posting_date, b.posting_date) || nothingClosed(a) - nothingClosed(b),
  )
  const stood = inOrder.reduce(
    ({ amount, worth }, { amount_minor, base_minor }) => ({
      amount: amount + amount_minor,
      worth: amount === 0n || amount_minor === 0n ? worth + base_minor : shareOf(worth, amount + amount_minor, amount),
    }),
    { amount: 0n, worth: 0n },
  )
  return shareOf(stood.worth, book_minor, stood.amount)
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Of one day, what closes a part comes before what changes the value of the rest. */
function nothingClosed({ amount_minor }: { readonly amount_minor: bigint }): number {
  return amount_minor === 0n ? 1 : 0
}

function reasonAgainst(
  item: ItemState,
  change: bigint,
  id: string,
  posting_date: string,
  base_currency: string,
): string | null {
  const now = item.book_base_minor + change
  const worth = (value: bigint) => amountInWords(-magnitude(value), base_currency)
  if (item.open_minor === 0n && isTakenBack(item, now)) return null
  const onDay = item.days && stoodOn(item.days, posting_date)
  if (!onDay && item.open_minor === 0n) return `Of open item ${id} nothing is open.${reservedInWords(item)}`
  if (onDay?.amount_minor === 0n) return `Of open item ${id} nothing was open on ${posting_date}.`
  const then = onDay && onDay.base_minor + change
  if (then !== null && !hasItsSign(item, then))
    return `The book value of open item ${id} on ${posting_date} would be ${worth(then)}.`
  // Of a closed item nothing can be taken any more, so its value may have either sign.
  if (item.open_minor !== 0n && !hasItsSign(item, now))
    return `The book value of open item ${id} would be ${worth(now)}.`
  return null
}

/** Less is left of the value of a closed item, or nothing. */
function isTakenBack({ book_base_minor }: ItemState, now: bigint): boolean {
  if (book_base_minor === 0n || magnitude(now) >= magnitude(book_base_minor)) return false
  return now === 0n || isPositive(now) === isPositive(book_base_minor)
}

function stoodOn(days: NonNullable<ItemState['days']>, date: string) {
  const until = days.filter(({ posting_date }) => posting_date <= date)
  return {
    amount_minor: until.reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
    base_minor: until.reduce((sum, { base_minor }) => sum + base_minor, 0n),
  }
}
