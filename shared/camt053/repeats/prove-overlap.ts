import { haveTouchingBalances, isWithin, periodsMeet } from './compare-bank-statements.ts'
import type { WholeBankStatement } from './whole-bank-statement.ts'

/** What two bank statements would have in common, if all of their equal bank entries are the same. */
export type CommonEntries = { readonly count: number; readonly net_minor: bigint }

/**
 * `proven`: the equal bank entries of two bank statements are the same, because exactly these lie between the balance with
 * which one begins and the one with which the other ends. `part`: they are, if the longer one passes through the balances
 * of the one whose period lies within its own.
 */
type Overlap =
  | { readonly kind: 'proven' | 'unknown' }
  | { readonly kind: 'part'; readonly part: WholeBankStatement; readonly longer: WholeBankStatement }

export function compareBalances(a: WholeBankStatement, b: WholeBankStatement, common: CommonEntries): Overlap {
  const unknown = { kind: 'unknown' } as const
  if (!a.holds || !b.holds || a.currency !== b.currency || common.net_minor === 0n) return unknown
  if (!periodsMeet(a, b) || haveTouchingBalances(a, b)) return unknown
  if (isWithin(a, b) && common.count === a.entry_count) return { kind: 'part', part: a, longer: b }
  if (isWithin(b, a) && common.count === b.entry_count) return { kind: 'part', part: b, longer: a }
  return goesOnWithin(a, b, common.net_minor) || goesOnWithin(b, a, common.net_minor) ? { kind: 'proven' } : unknown
}

function goesOnWithin(earlier: WholeBankStatement, later: WholeBankStatement, net_minor: bigint): boolean {
  return (earlier.closing_minor ?? 0n) - (later.opening_minor ?? 0n) === net_minor
}

/** Bank entries that only the longer one of two bank statements has. */
export type EntriesOutside = {
  /** The sum of those that were booked before the part. */
  readonly before_minor: bigint
  /** Those of the one day of the part: each of them may have been before it or behind it. */
  readonly of_day: readonly bigint[]
  /** How many are between the days of the part, where it should have them. */
  readonly between_count: number
}

/** So many sums of bookings of one day are tried. A reviewer is asked where there are more. */
const MOST_SUMS = 10_000

/**
 * Whether a longer bank statement has the balance with which a part of it begins, in some order of the day. Then it also has the
 * one with which the part ends, because both of them add up.
 */
export function passesThrough(longer: WholeBankStatement, part: WholeBankStatement, outside: EntriesOutside): boolean {
  if (outside.between_count > 0) return false
  const wanted = (part.opening_minor ?? 0n) - (longer.opening_minor ?? 0n) - outside.before_minor
  const sums = new Set([0n])
  for (const amount of outside.of_day) {
    if (sums.has(wanted)) return true
    for (const sum of [...sums]) sums.add(sum + amount)
    if (sums.size > MOST_SUMS) return false
  }
  return sums.has(wanted)
}
