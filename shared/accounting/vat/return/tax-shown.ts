import { minorDigits } from '../../amounts/currency.ts'
import { divideHalfAwayFromZero, taxOnNet } from '../../amounts/rounding.ts'
import type { Amount } from '../../documents/accounting-document.ts'
import type { TaxCode } from '../tax-codes.ts'

/** In minor units: what the rounding of single lines explains. */
const ROUNDING_OF_LINES = 5n

/**
 * The turnover that a tax record has. Whoever shows too much tax on an invoice owes it, and the form has no tax but the one that
 * it computes on turnover: so the record has the turnover that the tax shown belongs to. Where it shows too little, and for
 * other directions, that is the base itself.
 *
 * @source MWSTG Art. 27 Abs. 2
 */
export function declaredBase({ direction, rate_bp }: TaxCode, base_minor: bigint, tax_minor: bigint): bigint {
  if (direction !== 'output' || rate_bp === 0n || base_minor * tax_minor <= 0n) return base_minor
  const sign = tax_minor < 0n ? -1n : 1n
  const excess = sign * (tax_minor - taxOnNet(base_minor, rate_bp))
  return excess > ROUNDING_OF_LINES ? divideHalfAwayFromZero(tax_minor * 10_000n, rate_bp) : base_minor
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
  if ((direction !== 'output' && direction !== 'output_reduction') || rate_bp === 0n) return null
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
