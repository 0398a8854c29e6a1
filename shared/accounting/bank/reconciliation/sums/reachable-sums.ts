/** Amounts that are equal, and how many there are. */
export type GroupOfEqual = { readonly amount_minor: bigint; readonly count: number }

/** Sums of some of the amounts. */
export type ReachableSums = {
  /** How many of each group make a sum, by the places of the groups; null where none that was looked at does. */
  readonly countsOf: (sum_minor: bigint) => number[] | null
}

/** Sums that are looked at. Where there are more, a gap is shown. */
const MAX_SUMS = 2_000

/** How a sum is reached: by so many of the group at a place, behind the sum before. */
type Reached = { readonly before_minor: bigint; readonly place: number; readonly count: number }
const NOTHING: Reached = { before_minor: 0n, place: -1, count: 0 }

/** Equal amounts are taken together: one by one, thousands of them would be held against thousands of sums. */
export function reachableSums(groups: readonly GroupOfEqual[]): ReachableSums {
  const reached = new Map<bigint, Reached>([[0n, NOTHING]])
  for (const [place, { amount_minor, count }] of groups.entries()) {
    if (reached.size >= MAX_SUMS) break
    if (amount_minor !== 0n) reachMore(reached, place, amount_minor, count)
  }
  return {
    countsOf(sum_minor) {
      for (const [place, { amount_minor, count: most }] of groups.entries()) {
        for (let count = 1; count <= most && amount_minor !== 0n; count += 1) {
          const before_minor = sum_minor - amount_minor * BigInt(count)
          // Each group comes behind those before it.
          if ((reached.get(before_minor)?.place ?? place) < place)
            return countsBehind(reached, groups.length, { before_minor, place, count })
        }
      }
      return null
    },
  }
}

/** From each sum as far as there are equal ones, or until another sum leads on with as many of them. */
function reachMore(reached: Map<bigint, Reached>, place: number, amount_minor: bigint, most: number): void {
  for (const before_minor of [...reached.keys()]) {
    for (let count = 1; count <= most && reached.size < MAX_SUMS; count += 1) {
      const next = before_minor + amount_minor * BigInt(count)
      const known = reached.get(next)
      if (known && (known.place !== place || known.count <= count)) break
      reached.set(next, { before_minor, place, count })
    }
  }
}

function countsBehind(reached: ReadonlyMap<bigint, Reached>, length: number, last: Reached): number[] {
  const counts = new Array<number>(length).fill(0)
  for (let step = last; step.place >= 0; step = reached.get(step.before_minor) ?? NOTHING)
    counts[step.place] = step.count
  return counts
}
