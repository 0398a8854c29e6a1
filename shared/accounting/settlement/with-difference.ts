import type { Leg } from './leg.ts'

/** Exchange differences have two sides (OR Art. 958c): a gain is credited, a loss debited. */
export function withDifference(legs: readonly Leg[]): Leg[] {
  const difference = legs.reduce((sum, { base_minor }) => sum + base_minor, 0n)
  if (difference === 0n) return [...legs]
  const role = difference > 0n ? 'fx_gain' : 'fx_loss'
  return [...legs, { account: { role }, amount_minor: 0n, base_minor: -difference }]
}
