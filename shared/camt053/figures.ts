import { minorDigits } from '../accounting/amounts/currency.ts'
import { isDate } from '../accounting/amounts/dates.ts'
import { type Element, find } from './element.ts'
import { Refusal } from './refusal.ts'

export type BankAmount = { readonly amount_minor: bigint; readonly currency: string }
/** An amount that a version of the message may leave out. */
export type OptionalAmount = { readonly [Key in keyof BankAmount]: BankAmount[Key] | null }
export type Direction = 'CRDT' | 'DBIT'

/**
 * The exact amount of an element with a currency, or null without that element. Nothing is rounded and nothing
 * guessed: an amount has digits, at most one point, and no more decimals than its currency unless they are zeros.
 *
 * @throws Refusal amount_garbled
 */
export function amountOf(element: Element | undefined): BankAmount | null {
  if (!element) return null
  const { currency, name } = element
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) throw garbled(`${name} has no currency`)
  return { amount_minor: minorOf(element.text.trim(), currency, name), currency }
}

function minorOf(text: string, currency: string, name: string): bigint {
  const [, whole, fraction = ''] = /^(\d{1,18})(?:\.(\d{0,17}))?$/.exec(text) ?? []
  const digits = minorDigits(currency)
  if (whole === undefined || /[1-9]/.test(fraction.slice(digits))) throw garbled(`${name} is "${text}" ${currency}`)
  const amount = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  if (amount > 9_000_000_000_000_000_000n) throw garbled(`${name} is larger than anything that can be booked`)
  return amount
}

/** @throws Refusal direction_missing: an amount without a direction means nothing */
export function directionOf(element: Element): Direction {
  const text = find(element, 'CdtDbtInd')?.text.trim()
  if (text === 'CRDT' || text === 'DBIT') return text
  throw new Refusal('direction_missing', `A ${element.name} of the file says neither CRDT nor DBIT in CdtDbtInd.`)
}

export function optionalDirection(element: Element | undefined): Direction | null {
  return find(element, 'CdtDbtInd') && element ? directionOf(element) : null
}

/** The day of a date or of a date and time, as it is written: no time zone moves it. */
export function dayOf(element: Element | undefined): string | null {
  const text = (find(element, 'Dt') ?? find(element, 'DtTm'))?.text.trim()
  if (!text) return null
  const day = text.slice(0, 10)
  if (isDate(day) && /^(T|Z|[+-]\d\d:\d\d|$)/.test(text.slice(10))) return day
  throw new Refusal('date_garbled', `A date of the file is "${text}", which is no day of the calendar.`)
}

export function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1'
}

function garbled(reason: string): Refusal {
  return new Refusal('amount_garbled', `An amount of the file cannot be read: ${reason}.`)
}
