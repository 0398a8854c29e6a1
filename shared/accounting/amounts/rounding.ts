import assert from 'node:assert/strict'

/**
 * Divides and rounds to the nearest integer, half away from zero ("kaufmännisch"): 38.475 francs become 38.48, and
 * a credit note mirrors its invoice exactly.
 *
 * @param divisor > 0
 */
export function divideHalfAwayFromZero(dividend: bigint, divisor: bigint): bigint {
  assert(divisor > 0n, 'divisor must be positive')
  const magnitude = dividend < 0n ? -dividend : dividend
  const quotient = (2n * magnitude + divisor) / (2n * divisor)
  return dividend < 0n ? -quotient : quotient
}

/**
 * Tax on a net amount, rounded to whole minor units.
 *
 * @param rate_bp tax rate in basis points; 8.1 % is 810
 */
export function taxOnNet(net_minor: bigint, rate_bp: bigint): bigint {
  return divideHalfAwayFromZero(net_minor * rate_bp, 10_000n)
}
