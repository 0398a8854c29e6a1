import { divideHalfAwayFromZero } from './rounding.ts'

/** The part of a base amount that belongs to a part of an amount; the whole to the whole, so that nothing is left over. */
export function shareOf(base_minor: bigint, part_minor: bigint, whole_minor: bigint): bigint {
  if (part_minor === whole_minor) return base_minor
  const [part, whole] = whole_minor < 0n ? [-part_minor, -whole_minor] : [part_minor, whole_minor]
  return whole === 0n ? 0n : divideHalfAwayFromZero(base_minor * part, whole)
}
