/** A bank entry that may be one of the statements before. */
export type Suspect = { readonly amount_minor: bigint; readonly repeat_id: string }

/** Sums of possible repeats that are looked at. Where there are more, a gap is shown. */
const MAX_SUMS = 2_000

/** How a sum is reached: so many of some equal suspects, behind others. */
type Reached = { readonly before: Reached | null; readonly some: readonly Suspect[]; readonly count: number }

/**
 * Of the possible repeats those that the balances have once, so that the balances follow each other: none, all or some. Equal ones are
 * taken together: one by one, thousands of them would be held against thousands of sums.
 */
export function repeatsThatClose(gap_minor: bigint, suspects: readonly Suspect[]): readonly Suspect[] | null {
  if (gap_minor === 0n) return []
  if (gap_minor + suspects.reduce((sum, { amount_minor }) => sum + amount_minor, 0n) === 0n) return suspects
  const reached = new Map<bigint, Reached>([[gap_minor, { before: null, some: [], count: 0 }]])
  for (const [amount_minor, some] of Map.groupBy(suspects, (suspect) => suspect.amount_minor)) {
    if (amount_minor === 0n) continue
    const closed = closedBy(reached, amount_minor, some)
    if (closed) return takenBy(closed)
    if (reached.size < MAX_SUMS) reachMore(reached, amount_minor, some)
  }
  return null
}

function closedBy(reached: ReadonlyMap<bigint, Reached>, amount_minor: bigint, some: readonly Suspect[]) {
  for (let count = 1; count <= some.length; count += 1) {
    const before = reached.get(-amount_minor * BigInt(count))
    if (before) return { before, some, count }
  }
  return null
}

/** From each sum as far as there are equal ones, or until another sum leads on with as many of them. */
function reachMore(reached: Map<bigint, Reached>, amount_minor: bigint, some: readonly Suspect[]): void {
  for (const [rest, before] of [...reached]) {
    for (let count = 1; count <= some.length && reached.size < MAX_SUMS; count += 1) {
      const next = rest + amount_minor * BigInt(count)
      const known = reached.get(next)
      if (known && (known.some !== some || known.count <= count)) break
      reached.set(next, { before, some, count })
    }
  }
}

function takenBy({ before, some, count }: Reached): Suspect[] {
  return [...(before ? takenBy(before) : []), ...some.slice(0, count)]
}
