import { minorDigits } from './currency.ts'

/** 123450 Rappen are `1234.50`. */
export function decimal(amount_minor: bigint, currency: string): string {
  return splitDecimal(amount_minor, currency).join('')
}

/** For sentences: `CHF -1234.50`. */
export function amountInWords(amount_minor: bigint, currency: string): string {
  return `${currency} ${decimal(amount_minor, currency)}`
}

export function splitDecimal(amount_minor: bigint, currency: string): [sign: string, whole: string, fraction: string] {
  const digits = minorDigits(currency)
  const text = String(amount_minor < 0n ? -amount_minor : amount_minor).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  return [amount_minor < 0n ? '-' : '', whole, digits > 0 ? `.${text.slice(-digits)}` : '']
}
