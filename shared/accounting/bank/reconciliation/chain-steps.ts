import type { ChainedStatement, ReconciledStatement } from './reconciliation.ts'
import type { SharedMoney } from './shared-money.ts'

/** Bank statements in the order in which their balances follow each other, up to one of them. */
export type Path = {
  readonly previous: Path | null
  readonly statement: ReconciledStatement | null
  /** Null: the ones before have all of its bank entries. */
  readonly chained: ChainedStatement | null
  readonly repeats: readonly string[]
  /** How many gaps it has, and then how many possible repeats it needs. */
  readonly cost: number
  readonly closing_minor: bigint | null
  readonly closing_date: string
  readonly closes: string
  /** Of the days before. */
  readonly skipped: ReadonlySet<ReconciledStatement>
}
export type Step = Pick<Path, 'chained' | 'repeats' | 'cost'> & { readonly statement: ReconciledStatement }

export const EMPTY_PATH: Path = {
  previous: null,
  statement: null,
  chained: null,
  repeats: [],
  cost: 0,
  closing_minor: null,
  closing_date: '',
  closes: '',
  skipped: new Set(),
}

/**
 * A gap weighs more than an order that days or numbers speak against, and that more than any possible repeats. Of two
 * ways that are equal the one with fewer bank statements counts.
 */
const GAP_COST = 1_000_000_000_000
const BACK_COST = 1_000_000_000
const REPEAT_COST = 10_000

/**
 * What a bank statement is behind those of a path.
 *
 * @param isBack a higher number is before it on its day; numbers begin again with a year
 */
export function stepTo(path: Path, statement: ReconciledStatement, of: SharedMoney, isBack: boolean): Step {
  const last_minor = path.closing_minor
  const gap_minor = last_minor === null ? 0n : statement.opening_minor + of.common_minor - last_minor
  if (last_minor !== null && isKnown(path, statement, of, gap_minor))
    return { statement, chained: null, repeats: [], cost: Number(isBack) * BACK_COST }
  const closing_minor = statement.is_cut ? statement.opening_minor + of.net_minor : statement.closing_minor
  const difference_minor = statement.is_cut ? 0n : closing_minor - statement.opening_minor - statement.net_minor
  const repeats = (of.repeatsThatClose(gap_minor) ?? []).map(({ repeat_id }) => repeat_id)
  const isRepeated = repeats.length > 0
  // A difference on days that both of them have is in both of their balances.
  const isCommon = isRepeated || gap_minor + difference_minor === 0n
  const chained = {
    ...statement,
    closing_minor,
    gap_minor: isCommon ? 0n : gap_minor,
    difference_minor: isCommon && !isRepeated ? 0n : difference_minor,
  }
  const isTooLate = of.new_count > 0 && statement.closing_date < path.closing_date
  return {
    statement,
    chained,
    repeats,
    cost:
      (Number(chained.gap_minor !== 0n) + Number(isTooLate)) * GAP_COST +
      Number(isBack || isDoubled(path, statement, of, repeats)) * BACK_COST +
      repeats.length * REPEAT_COST +
      1,
  }
}

/** Whether it has days of the ones before, and none of their bank entries although it has equal ones. */
function isDoubled(
  path: Path,
  { opening_date }: ReconciledStatement,
  of: SharedMoney,
  repeats: readonly string[],
): boolean {
  return opening_date < path.closing_date && of.suspects.length > 0 && repeats.length === 0
}

/**
 * Whether the ones before have all of it. Possible repeats are new where the balances go on with them on the last day, and
 * where no bank entries of the ones before lead from its closing balance to theirs.
 */
function isKnown(path: Path, statement: ReconciledStatement, of: SharedMoney, gap_minor: bigint): boolean {
  if (statement.closes > path.closes || of.new_count > 0) return false
  const moved = of.suspects.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  if (moved === 0n || statement.closing_date < path.closing_date) return true
  if (gap_minor === 0n) return false
  const { least_minor, most_minor } = of.before()
  const behind_minor = -gap_minor - moved
  return least_minor <= behind_minor && behind_minor <= most_minor
}

export function extended(path: Path, { statement, chained, repeats, cost }: Step): Path {
  const isLater = statement.closes > path.closes
  return {
    previous: path,
    statement,
    chained,
    repeats,
    cost: path.cost + cost,
    closing_minor: chained ? chained.closing_minor : path.closing_minor,
    closing_date: path.closing_date < statement.closing_date ? statement.closing_date : path.closing_date,
    closes: isLater ? statement.closes : path.closes,
    skipped: path.skipped,
  }
}

/** Different balances at the end of a day that are followed. */
const MAX_PATHS = 4

/** For each balance at the end the path with the fewest gaps. */
export function cheapest(paths: readonly Path[]): Path[] {
  const inOrder = paths.toSorted((a, b) => a.cost - b.cost)
  const byEnd = Map.groupBy(inOrder, ({ closing_minor }) => closing_minor)
  return [...byEnd.values()].flatMap(([path]) => path ?? []).slice(0, MAX_PATHS)
}
