import { createKnownMoney, type KnownMoney } from './known-money.ts'
import type { BankMoney, ReconciledStatement } from './reconciliation.ts'
import { createRepeatsThatClose, type RepeatsThatClose, type Suspect } from './sums/repeats-that-close.ts'

/** What the bank entries of a bank statement come to, compared with those of the ones before it. */
export type SharedMoney = {
  readonly net_minor: bigint
  /** Those that the ones before have too. */
  readonly common_minor: bigint
  /** Possible repeats: bank entries that may be those of the ones before, whichever of the two is the possible repeat. */
  readonly suspects: readonly Suspect[]
  /** Those of them that the balances have once, where a gap is left without them; null where none closes it. */
  readonly repeatsThatClose: (gap_minor: bigint) => readonly Suspect[] | null
  /** The others. */
  readonly new_count: number
  /** The lowest and the highest sum of some bank entries that only the ones before have, and that are no suspects. */
  readonly before: () => { readonly least_minor: bigint; readonly most_minor: bigint }
}

/** Compares bank statements with those before them, which come and go as orders are tried. */
export type ComparisonInOrder = {
  /** Those before are from now on the ones that begin before a day, without some that have nothing of their own. */
  readonly moveTo: (day: string, skipped: ReadonlySet<ReconciledStatement>) => void
  readonly add: (statement: ReconciledStatement) => void
  readonly remove: (statement: ReconciledStatement) => void
  readonly compare: (statement: ReconciledStatement) => SharedMoney
}

/**
 * Compares bank statements by the bank entries that they share.
 *
 * @param sequence in the order of their first days
 * @param compared those of which the bank entries were looked at; others share none
 */
export function createComparison(
  sequence: readonly ReconciledStatement[],
  compared: readonly ReconciledStatement[],
  all: readonly BankMoney[],
): ComparisonInOrder {
  const byStatement = new Map<ReconciledStatement, BankMoney[]>(compared.map((statement) => [statement, []]))
  for (const money of all)
    for (const place of new Set(money.places)) byStatement.get(compared[place] as ReconciledStatement)?.push(money)
  const known = createKnownMoney((statement) => byStatement.get(statement) ?? [], all)
  const repeatsThatClose = createRepeatsThatClose()
  return {
    ...createDaysBefore(sequence, known),
    compare(statement) {
      const moneys = byStatement.get(statement)
      return moneys
        ? compareMoney(moneys, known, repeatsThatClose)
        : { ...NOTHING_IN_COMMON, net_minor: statement.net_minor }
    },
  }
}

/** Days follow each other, so nobody is added twice. */
function createDaysBefore(sequence: readonly ReconciledStatement[], { add, remove }: KnownMoney) {
  let next = 0
  let left: ReadonlySet<ReconciledStatement> = new Set()
  return {
    add,
    remove,
    moveTo(day: string, skipped: ReadonlySet<ReconciledStatement>): void {
      for (let statement = sequence[next]; statement && statement.opening_date < day; statement = sequence[next]) {
        add(statement)
        next += 1
      }
      if (left === skipped) return
      for (const statement of left) if (!skipped.has(statement)) add(statement)
      for (const statement of skipped) if (!left.has(statement)) remove(statement)
      left = skipped
    },
  }
}

function compareMoney(moneys: readonly BankMoney[], known: KnownMoney, close: RepeatsThatClose): SharedMoney {
  const unknown = moneys.filter((money) => !known.has(money))
  const own = new Set(moneys)
  const twins: BankMoney[] = []
  const suspects = [...Map.groupBy(unknown, ({ root }) => root)].flatMap(([root, some]) => {
    if (root === null) return []
    const originals = known.firstOf(root, some.length, (money) => !own.has(money))
    twins.push(...originals)
    return originals.map((original, at) => suspectOf(some[at] as BankMoney, original))
  })
  const net_minor = sumOf(moneys)
  const new_count = unknown.reduce((count, { entry_count }) => count + entry_count, 0) - suspects.length
  // What it may have itself is not behind it: else it would be its own way from its balance to theirs.
  const isOut = new Set([...moneys.filter(known.has), ...twins])
  const before = () => {
    const { net_minor: net, credit_minor: credit } = known.sums()
    const out = [...isOut].reduce((sum, money) => sum + money.credit_minor, 0n)
    return rangeOf(net - sumOf([...isOut]), credit - out)
  }
  const repeatsThatClose = (gap_minor: bigint) => close(gap_minor, suspects)
  return { net_minor, common_minor: net_minor - sumOf(unknown), suspects, repeatsThatClose, new_count, before }
}

const NOTHING_IN_COMMON = {
  common_minor: 0n,
  suspects: [],
  repeatsThatClose: (gap_minor: bigint) => (gap_minor === 0n ? [] : null),
  new_count: 1,
  before: () => rangeOf(0n, 0n),
}

function rangeOf(net_minor: bigint, most_minor: bigint) {
  return { least_minor: net_minor - most_minor, most_minor }
}

function suspectOf({ net_minor, entry_id, is_repeat }: BankMoney, original: BankMoney): Suspect {
  return { amount_minor: net_minor, repeat_id: (is_repeat ? entry_id : original.entry_id) ?? '' }
}

function sumOf(moneys: readonly ({ readonly net_minor: bigint } | Suspect)[]): bigint {
  return moneys.reduce((sum, money) => sum + ('net_minor' in money ? money.net_minor : money.amount_minor), 0n)
}
