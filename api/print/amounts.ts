import { decimal, splitDecimal } from '../../shared/accounting/amounts/decimal.ts'
import type { Money } from '../../shared/contract/primitives.ts'

/** The exact amount of a money object, also where it is written out beyond 2^53. */
export function minorOf({ amount_minor }: Money): bigint {
  return BigInt(JSON.stringify(amount_minor))
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
