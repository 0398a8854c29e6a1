import type { BankMoney, ReconciledStatement } from './reconciliation.ts'

/** What the bank entries of a bank statement come to, compared with those of the ones before it. */
export type SharedMoney = {
  readonly net_minor: bigint
  /** Those that the ones before have too. */
  readonly common_minor: bigint
  /** Possible repeats: bank entries that may be those of the ones before, whichever of the two is the possible repeat. */
  readonly suspects: readonly Suspect[]
  /** The others. */
  readonly new_count: number
  /** The lowest and the highest sum of some bank entries that only the ones before have, and that are no suspects. */
  readonly before: () => { readonly least_minor: bigint; readonly most_minor: bigint }
}
export type Suspect = { readonly amount_minor: bigint; readonly repeat_id: string }

/**
 * Compares bank statements by the bank entries that they share.
 *
 * @param compared those of which the bank entries were looked at; others share none
 */
export function createComparison(compared: readonly ReconciledStatement[], all: readonly BankMoney[]) {
  const byStatement = new Map<number, BankMoney[]>()
  for (const money of all) for (const place of money.places) listOf(byStatement, place).push(money)
  const byRoot = Map.groupBy(
    all.filter(({ root }) => root !== null),
    ({ root }) => root,
  )
  const places = new Map(compared.map((statement, place) => [statement, place]))
  return (statement: ReconciledStatement, isBefore: (before: ReconciledStatement) => boolean): SharedMoney => {
    const place = places.get(statement)
    if (place === undefined) return { ...NOTHING_IN_COMMON, net_minor: statement.net_minor }
    const moneys = byStatement.get(place) ?? []
    const isKnown = (money: BankMoney) =>
      money.places.some((other) => other !== place && isBefore(compared[other] as ReconciledStatement))
    const unknown = moneys.filter((money) => !isKnown(money))
    const isOnlyBefore = (money: BankMoney) => !money.places.includes(place) && isKnown(money)
    const twins = new Set<BankMoney>()
    const suspects = [...Map.groupBy(unknown, ({ root }) => root)].flatMap(([root, some]) => {
      if (root === null) return []
      const originals = firstOf(byRoot.get(root) ?? [], isOnlyBefore, some.length)
      for (const original of originals) twins.add(original)
      return originals.map((original, at) => suspectOf(some[at] as BankMoney, original))
    })
    const net_minor = sumOf(moneys)
    const new_count = unknown.reduce((count, { entry_count }) => count + entry_count, 0) - suspects.length
    // What it may have itself is not behind it: else it would be its own way from its balance to theirs.
    const before = () => rangeOf(all.filter((money) => isOnlyBefore(money) && !twins.has(money)))
    return { net_minor, common_minor: net_minor - sumOf(unknown), suspects, new_count, before }
  }
}

/** Of the possible repeats those that the balances have once, so that the balances follow each other: none, all or some. */
export function repeatsThatClose(gap_minor: bigint, suspects: readonly Suspect[]): readonly Suspect[] | null {
  if (gap_minor === 0n) return []
  if (gap_minor + sumOf(suspects) === 0n) return suspects
  const reached = new Map<bigint, readonly Suspect[]>([[gap_minor, []]])
  for (const suspect of suspects) {
    for (const [rest, taken] of [...reached]) {
      const next = rest + suspect.amount_minor
      if (next === 0n) return [...taken, suspect]
      if (!reached.has(next) && reached.size < MAX_SUMS) reached.set(next, [...taken, suspect])
    }
  }
  return null
}

/** Sums of possible repeats that are looked at. Where there are more, a gap is shown. */
const MAX_SUMS = 2_000
const NOTHING_IN_COMMON = { common_minor: 0n, suspects: [], new_count: 1, before: () => rangeOf([]) }

function rangeOf(moneys: readonly BankMoney[]) {
  const most_minor = moneys.reduce((sum, { credit_minor }) => sum + credit_minor, 0n)
  return { least_minor: sumOf(moneys) - most_minor, most_minor }
}

function suspectOf({ net_minor, entry_id, is_repeat }: BankMoney, original: BankMoney): Suspect {
  return { amount_minor: net_minor, repeat_id: (is_repeat ? entry_id : original.entry_id) ?? '' }
}

function sumOf(moneys: readonly ({ readonly net_minor: bigint } | Suspect)[]): bigint {
  return moneys.reduce((sum, money) => sum + ('net_minor' in money ? money.net_minor : money.amount_minor), 0n)
}

function firstOf<Value>(values: readonly Value[], isWanted: (value: Value) => boolean, count: number): Value[] {
  const found: Value[] = []
  for (const value of values) {
    if (found.length >= count) break
    if (isWanted(value)) found.push(value)
  }
  return found
}

function listOf<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  const list = lists.get(key) ?? []
  lists.set(key, list)
  return list
}
