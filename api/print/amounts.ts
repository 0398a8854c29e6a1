import { minorDigits } from '../../shared/accounting/amounts/currency.ts'
import type { Money } from '../../shared/contract/primitives.ts'

/** The exact amount of a money object, also where it is written out beyond 2^53. */
export function minorOf({ amount_minor }: Money): bigint {
  return BigInt(JSON.stringify(amount_minor))
}

/** 123450 Rappen are `1234.50`: for machines. */
export function decimal(amount_minor: bigint, currency: string): string {
  return split(amount_minor, currency).join('')
}

/** 123450 Rappen are `1'234.50`, as Swiss readers expect. */
export function swiss(amount_minor: bigint, currency: string): string {
  const [sign, whole, fraction] = split(amount_minor, currency)
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, "'") + fraction
}

function split(amount_minor: bigint, currency: string): [sign: string, whole: string, fraction: string] {
  const digits = minorDigits(currency)
  const text = String(amount_minor < 0n ? -amount_minor : amount_minor).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  return [amount_minor < 0n ? '-' : '', whole, digits > 0 ? `.${text.slice(-digits)}` : '']
}
