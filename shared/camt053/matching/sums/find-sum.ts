import type { OpenTarget } from '../open-target.ts'

/** Open targets that add up to an amount; none where none were found. */
export type SumOfTargets = {
  readonly targets: readonly OpenTarget[]
  /** As many others add up to it too. */
  readonly has_rival: boolean
  /** Not all that might add up to it were tried. */
  readonly gave_up: boolean
}

/** Of one partner: the oldest. */
const MOST_TARGETS = 40
const MOST_IN_SUM = 8
const MOST_STEPS = 3_000

type Search = {
  /** The largest first. */
  readonly sorted: readonly OpenTarget[]
  /** Of so many of the first. */
  readonly sums: readonly bigint[]
  readonly places: ReadonlyMap<bigint, readonly number[]>
  steps: number
}

/**
 * The fewest of some targets that add up to an amount. The search is bounded: a partner with hundreds of open documents has
 * some that add up to nearly every amount by chance.
 */
export function findSum(targets: readonly OpenTarget[], wanted: bigint, least: number): SumOfTargets {
  const fitting = targets.filter(({ open_amount_minor }) => open_amount_minor > 0n && open_amount_minor <= wanted)
  const search = searchOf(fitting)
  const is_partial = fitting.length > MOST_TARGETS
  for (let size = least; size <= Math.min(MOST_IN_SUM, search.sorted.length); size += 1) {
    const [first, rival] = sumsOf(search, size, wanted)
    const gave_up = is_partial || search.steps > MOST_STEPS
    if (first) return { targets: first, has_rival: rival !== undefined, gave_up }
    if (search.steps > MOST_STEPS) break
  }
  const gave_up = is_partial || search.steps > MOST_STEPS || search.sorted.length > MOST_IN_SUM
  return { targets: [], has_rival: false, gave_up }
}

function searchOf(fitting: readonly OpenTarget[]): Search {
  const sorted = [...fitting]
    .sort((a, b) =>
      a.document_date === b.document_date ? (a.id < b.id ? -1 : 1) : a.document_date < b.document_date ? -1 : 1,
    )
    .slice(0, MOST_TARGETS)
    .sort((a, b) => Number(b.open_amount_minor - a.open_amount_minor))
  const sums = [0n]
  for (const { open_amount_minor } of sorted) sums.push((sums.at(-1) ?? 0n) + open_amount_minor)
  const places = Map.groupBy(sorted.keys(), (place) => sorted[place]?.open_amount_minor ?? 0n)
  return { sorted, sums, places, steps: 0 }
}

/** Two at most: a second one says that the first is not the only one. */
function sumsOf(search: Search, size: number, wanted: bigint): (readonly OpenTarget[])[] {
  const { sorted, sums, places } = search
  const found: (readonly OpenTarget[])[] = []
  const sumBetween = (from: number, to: number) => (sums[to] ?? 0n) - (sums[from] ?? 0n)
  const visit = (from: number, left: number, missing: bigint, taken: readonly number[]): void => {
    search.steps += 1
    if (left === 1) {
      const last = (places.get(missing) ?? []).filter((place) => place >= from)
      found.push(...last.map((place) => [...taken, place].flatMap((one) => sorted[one] ?? [])))
      return
    }
    for (let place = from; place + left <= sorted.length; place += 1) {
      if (found.length > 1 || search.steps > MOST_STEPS) return
      // All that come behind are smaller still.
      if (sumBetween(place, place + left) < missing) return
      const rest = missing - (sorted[place]?.open_amount_minor ?? 0n)
      if (rest >= sumBetween(sorted.length - left + 1, sorted.length))
        visit(place + 1, left - 1, rest, [...taken, place])
    }
  }
  visit(0, size, wanted, [])
  return found
}
