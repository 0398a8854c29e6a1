import { type GroupOfEqual, type ReachableSums, reachableSums } from './reachable-sums.ts'

/** A bank entry that may be one of the statements before. */
export type Suspect = { readonly amount_minor: bigint; readonly repeat_id: string }

/** Of the possible repeats those that the balances have once, so that the balances follow each other: none, all or some. */
export type RepeatsThatClose = (gap_minor: bigint, suspects: readonly Suspect[]) => readonly Suspect[] | null

/** Sets of amounts of which the sums are kept. A day's bank statements are tried a few at a time. */
const MOST_KEPT = 50

/**
 * Finds possible repeats that close a gap. The sums of some amounts are made once, however many gaps they are held against: one
 * bank statement is tried behind many balances, and thousands of a day often have equal suspects.
 *
 * @param sumsOf makes the sums
 */
export function createRepeatsThatClose(sumsOf = reachableSums): RepeatsThatClose {
  const kept = new Map<string, ReachableSums>()
  return (gap_minor, suspects) => {
    if (gap_minor === 0n) return []
    const groups = [...Map.groupBy(suspects, ({ amount_minor }) => amount_minor)].map(([amount_minor, some]) => ({
      amount_minor,
      some,
      count: some.length,
    }))
    const { least_minor, most_minor } = rangeOf(groups)
    if (gap_minor + least_minor + most_minor === 0n) return suspects
    if (-gap_minor < least_minor || -gap_minor > most_minor) return null
    const name = groups.map(({ amount_minor, count }) => `${amount_minor}×${count}`).join(' ')
    const sums = kept.get(name) ?? sumsOf(groups)
    kept.delete(name)
    kept.set(name, sums)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string)
    return sums.countsOf(-gap_minor)?.flatMap((count, at) => groups[at]?.some.slice(0, count) ?? []) ?? null
  }
}

/** The lowest and the highest sum of some of them; both together are the sum of all. */
function rangeOf(groups: readonly GroupOfEqual[]) {
  const sums = groups.map(({ amount_minor, count }) => amount_minor * BigInt(count))
  const sumWhere = (isWanted: (sum: bigint) => boolean) =>
    sums.reduce((total, sum) => (isWanted(sum) ? total + sum : total), 0n)
  return { least_minor: sumWhere((sum) => sum < 0n), most_minor: sumWhere((sum) => sum > 0n) }
}
