import { divideHalfAwayFromZero, taxOnNet } from '../../amounts/rounding.ts'
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
