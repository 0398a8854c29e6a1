import { shareOf } from '../amounts/share-of.ts'
import { type ItemState, itemInWords } from '../documents/voucher-item.ts'
import { dayBeyond } from './balance-of-days.ts'
import { hasItsSign, type ItemStep, isPositive, magnitude, type NamedLine, stepOf, words } from './item-step.ts'
import { exceeded, type ItemViolation, mismatch, unknown } from './item-violation.ts'
import { reservedInWords } from './reserved-in-words.ts'
import { revalued } from './revaluation.ts'

/**
 * The change of an item that a line asks for. A line that takes from the item takes the same share of its book value;
 * one that gives back gives the value that was opened, unless it states another one.
 *
 * @param posting_date of the voucher
 * @param base_of the line's amount in the base currency by the rate of the day; null while the rate is missing
 */
export function changeOfItem(
  item: ItemState,
  line: NamedLine,
  posting_date: string,
  base_currency: string,
  base_of: () => bigint | null,
): ItemStep | ItemViolation {
  const { purpose } = line.open_item
  const it = itemInWords(line.open_item)
  if (item.state === 'reserved')
    return unknown(`${sentence(it)} is reserved by ${item.reserved_by.join(', ')}, which would book it first.`)
  if (item.state !== 'usable') return unknown(`${sentence(it)} ${STATES[item.state]}.`)
  if (item.account_code !== null && item.account_code !== line.account_code)
    return mismatch(`${sentence(it)} stands on account ${item.account_code}.`, '/account_code')
  if (purpose === 'revaluation') return revalued(item, line, posting_date, base_currency)
  if (line.amount.currency !== item.currency)
    return mismatch(`${sentence(it)} is in ${item.currency}, the line in ${line.amount.currency}.`)
  const change = item.sign * line.amount.amount_minor
  return isPositive(change) === isPositive(item.amount_minor)
    ? worthSomething(given(item, line, change, posting_date, base_currency, base_of), line, base_currency)
    : taken(item, line, change, posting_date, base_currency)
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const STATES = {
  reversed: 'is reversed',
  being_reversed: 'is being reversed',
} as const

function taken(
  item: ItemState,
  line: NamedLine,
  change: bigint,
  posting_date: string,
  base_currency: string,
): ItemStep | ItemViolation {
  const it = itemInWords(line.open_item)
  const { currency, open_minor, book_minor, book_base_minor } = item
  if (magnitude(change) > magnitude(open_minor))
    return exceeded(
      `Of ${it} ${words(open_minor, currency)} is open, and the line takes ${words(change, currency)}.${reservedInWords(item)}`,
    )
  const beyond = dayBeyond(item, posting_date, change)
  if (beyond) {
    const open = hasItsSign(item, beyond.balance_minor) ? beyond.balance_minor : 0n
    const message = `Of ${it} ${words(open, currency)} was open on ${beyond.date}, and the line takes ${words(change, currency)}.${reservedInWords(item)}`
    return exceeded(message)
  }
  const base_minor = -shareOf(book_base_minor, -change, book_minor)
  const stated = line.base && item.sign * line.base.amount_minor
  if (stated !== null && stated !== base_minor) {
    const message = `The share of the book value is ${words(base_minor, base_currency)}, not ${words(stated, base_currency)}.`
    return mismatch(message, '/base_amount')
  }
  return stepOf(item, posting_date, change, base_minor)
}

function given(
  item: ItemState,
  line: NamedLine,
  change: bigint,
  posting_date: string,
  base_currency: string,
  base_of: () => bigint | null,
): ItemStep | ItemViolation {
  const it = itemInWords(line.open_item)
  const { currency, amount_minor, base_amount_minor, balance_minor } = item
  if (magnitude(balance_minor + change) > magnitude(amount_minor)) {
    const message = `${sentence(it)} was opened with ${words(amount_minor, currency)}, and would be ${words(balance_minor + change, currency)}.${reservedInWords(item)}`
    return exceeded(message)
  }
  const beyond = dayBeyond(item, posting_date, change)
  if (beyond) {
    const message = `${sentence(it)} was opened with ${words(amount_minor, currency)}, and would be ${words(beyond.balance_minor + change, currency)} on ${beyond.date}.`
    return exceeded(message)
  }
  // The credit of a payment stands where it is booked first.
  const booked = { ...item, account_code: line.account_code }
  if (currency === base_currency) return stepOf(booked, posting_date, change, change)
  if (line.base) return stepOf(booked, posting_date, change, item.sign * line.base.amount_minor)
  if (base_amount_minor !== null)
    return stepOf(item, posting_date, change, shareOf(base_amount_minor, change, amount_minor))
  return stepOf(booked, posting_date, change, item.sign * (base_of() ?? 0n))
}

/** A closed item may have kept a value of a revaluation that was booked later: more than that is given back. */
function worthSomething(
  step: ItemStep | ItemViolation,
  { open_item }: NamedLine,
  base_currency: string,
): ItemStep | ItemViolation {
  if ('code' in step || hasItsSign(step.after, step.after.book_base_minor)) return step
  const value = words(step.after.book_base_minor, base_currency)
  return exceeded(
    `The book value of ${itemInWords(open_item)} would be less than nothing (${value}): take back its revaluation first.`,
  )
}
