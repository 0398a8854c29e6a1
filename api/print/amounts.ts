import { decimal, splitDecimal } from '../../shared/accounting/amounts/decimal.ts'
import { jsonInteger } from '../../shared/canonical/json-integer.ts'
import type { Money } from '../../shared/contract/primitives.ts'

/** The exact amount of a money object, also where it is written out beyond 2^53. */
export function minorOf({ amount_minor }: Money): bigint {
  // A page has tens of thousands of them, and writing each out takes many times as long.
  return BigInt(typeof amount_minor === 'number' ? amount_minor : JSON.stringify(amount_minor))
}

/** A bank's amount is a number beside its currency: the two as one; null for a member that is none. */
export function amountAmong(name: string, members: Readonly<Record<string, unknown>>): Money | null {
  if (!name.endsWith('_minor')) return null
  const currency = members[name === 'amount_minor' ? 'currency' : name.replace(/minor$/, 'currency')]
  const value = members[name] ?? null
  if (typeof currency !== 'string' || value === null) return null
  // What a source has sent may have text there; numbers beyond 2^53 are written out.
  const digits = typeof value === 'string' ? value : JSON.stringify(value)
  return /^-?\d+$/.test(digits) ? { amount_minor: jsonInteger(BigInt(digits)), currency } : null
}

/** Whether the member is the currency of an amount beside it, which says it. */
export function isCurrencyOfAmount(name: string, members: Readonly<Record<string, unknown>>): boolean {
  if (!name.endsWith('currency')) return false
  return amountAmong(name === 'currency' ? 'amount_minor' : name.replace(/currency$/, 'minor'), members) !== null
}

/** 123450 Rappen are `1234.50`, as programs expect. */
export function plainAmount(money: Money): string {
  return decimal(minorOf(money), money.currency)
}

/** 123450 Rappen are `1'234.50`, as Swiss readers expect. */
export function swiss(amount_minor: bigint, currency: string): string {
  const [sign, whole, fraction] = splitDecimal(amount_minor, currency)
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, "'") + fraction
}

/** 620 basis points are `6.20 %`. */
export function percent(rate_bp: number): string {
  return `${decimal(BigInt(rate_bp), 'CHF')} %`
}
