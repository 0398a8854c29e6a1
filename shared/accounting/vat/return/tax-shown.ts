import { minorDigits } from '../../amounts/currency.ts'
import { divideHalfAwayFromZero, taxOnNet } from '../../amounts/rounding.ts'
import type { Amount } from '../../documents/accounting-document.ts'
import type { TaxCode } from '../tax-codes.ts'

/** Turnover, and what reduces it: what was shown too high or too low is taken back in the same figures. */
const TAXED_TURNOVER: readonly TaxCode['direction'][] = ['output', 'output_reduction']

/** In minor units: what the rounding of single lines explains. */
const ROUNDING_OF_LINES = 5n

/**
 * The turnover that a tax record has. Whoever shows too much tax on an invoice owes it, and the form has no tax but the one that
 * it computes on turnover: so the record has the turnover that the tax shown belongs to. Where it shows too little, and for
 * other directions, that is the base itself.
 *
 * @source MWSTG Art. 27 Abs. 2
 */
export function declaredBase(code: TaxCode, base_minor: bigint, tax_minor: bigint): bigint {
  return excessOf(code, base_minor, tax_minor) === 0n
    ? base_minor
    : divideHalfAwayFromZero(tax_minor * 10_000n, code.rate_bp)
}

/**
 * The same under the net tax rate method, where turnover is gross. What is shown too high is owed in full, beside the tax that the
 * net rate makes of the rest: the record has the turnover whose tax at that rate it is.
 *
 * @param net_rate_bp undefined where no activity has the turnover
 * @source MWSTG Art. 27 Abs. 2, Art. 37 Abs. 2
 */
export function declaredGross(
  code: TaxCode,
  net_minor: bigint,
  tax_minor: bigint,
  net_rate_bp: number | undefined,
): bigint {
  const excess = excessOf(code, net_minor, tax_minor)
  const gross = net_minor + tax_minor
  if (excess === 0n || !net_rate_bp) return gross
  return gross - excess + divideHalfAwayFromZero(excess * 10_000n, BigInt(net_rate_bp))
}

/** What is shown above the tax of the rate, signed like it; 0 where rounding explains it. */
function excessOf({ direction, rate_bp }: TaxCode, base_minor: bigint, tax_minor: bigint): bigint {
  if (!TAXED_TURNOVER.includes(direction) || rate_bp === 0n || base_minor * tax_minor <= 0n) return 0n
  const excess = tax_minor - taxOnNet(base_minor, rate_bp)
  const size = tax_minor < 0n ? -excess : excess
  return size > ROUNDING_OF_LINES ? excess : 0n
}

/**
 * How far printed tax may be from its rate without a word: the larger of five hundredths of the currency and of half a per cent
 * of the tax.
 */
export function toleranceOf({ rate_bp }: TaxCode, { amount_minor, currency }: Amount): bigint {
  const cash = (5n * 10n ** BigInt(minorDigits(currency))) / 100n
  const tax_minor = taxOnNet(amount_minor, rate_bp)
  const share = (tax_minor < 0n ? -tax_minor : tax_minor) / 200n
  return cash > share ? cash : share
}

/** The two parts of what a customer pays. */
export type NetAndTax = { readonly net: Amount; readonly tax: Amount }

/**
 * Where an invoice shows too little tax, beyond the tolerance, what the customer pays has the tax of its rate in it all the
 * same. So the turnover is less than the invoice says.
 *
 * @returns null where the tax is not too low, and for codes that are no taxed turnover
 * @source MWSTG Art. 24 Abs. 1, Art. 25 Abs. 1
 */
export function owedOnGross(code: TaxCode, { net, tax }: NetAndTax): NetAndTax | null {
  const { direction, rate_bp } = code
  if (!TAXED_TURNOVER.includes(direction) || rate_bp === 0n) return null
  const sign = net.amount_minor < 0n ? -1n : 1n
  const shortage = sign * (taxOnNet(net.amount_minor, rate_bp) - tax.amount_minor)
  if (shortage <= toleranceOf(code, net)) return null
  const gross_minor = net.amount_minor + tax.amount_minor
  const owed_minor = divideHalfAwayFromZero(gross_minor * rate_bp, 10_000n + rate_bp)
  return {
    net: { ...net, amount_minor: gross_minor - owed_minor },
    tax: { ...tax, amount_minor: owed_minor },
  }
}
