import { divideHalfAwayFromZero } from './rounding.ts'

/** Currencies whose minor unit is not a hundredth (ISO 4217). */
// biome-ignore format: a table reads better in rows
const MINOR_DIGITS: Readonly<Record<string, number>> = {
  BHD: 3, BIF: 0, CLF: 4, CLP: 0, DJF: 0, GNF: 0, IQD: 3, ISK: 0, JOD: 3, JPY: 0, KMF: 0, KRW: 0, KWD: 3, LYD: 3,
  OMR: 3, PYG: 0, RWF: 0, TND: 3, UGX: 0, UYI: 0, UYW: 4, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0,
}

const RATE_SCALE = 100_000_000n

/**
 * Converts an amount into the base currency, rounded half away from zero.
 *
 * @param rate_e8 base currency for one unit of the foreign currency, in hundred-millionths
 */
export function toBaseCurrency(amount_minor: bigint, currency: string, base_currency: string, rate_e8: bigint): bigint {
  const scaled = amount_minor * rate_e8 * 10n ** BigInt(minorDigits(base_currency))
  return divideHalfAwayFromZero(scaled, RATE_SCALE * 10n ** BigInt(minorDigits(currency)))
}

/** Digits behind the decimal point; two for every currency that is not in the table. */
export function minorDigits(currency: string): number {
  return MINOR_DIGITS[currency] ?? 2
}
