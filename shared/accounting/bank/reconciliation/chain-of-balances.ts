import { cheapest, EMPTY_PATH, type Path } from './chain-steps.ts'
import type { BankMoney, ChainedStatement, ReconciledStatement } from './reconciliation.ts'
import { createComparison } from './shared-money.ts'
import { waysThroughDay } from './ways-through-day.ts'

/** Bank statements of which the bank entries have to be looked at: those that overlap, and those that go on behind the day. */
export function withMoney(sequence: readonly ReconciledStatement[]): ReconciledStatement[] {
  const byStart = sequence.toSorted((a, b) => (a.opens < b.opens ? -1 : a.opens > b.opens ? 1 : 0))
  const wanted = new Set(sequence.filter(({ is_cut }) => is_cut))
  let latest = ''
  for (const [at, statement] of byStart.entries()) {
    if (statement.opens < latest || statement.closes > (byStart[at + 1]?.opens ?? '9999')) wanted.add(statement)
    if (statement.closes > latest) latest = statement.closes
  }
  return sequence.filter((statement) => wanted.has(statement))
}

type Chain = {
  readonly chain: ChainedStatement[]
  /** Possible repeats that the balances have once. */
  readonly repeats: readonly string[]
  /** Another order of the bank statements is as good, and ends with another balance. */
  readonly isOneOfSeveral: boolean
}

/**
 * The balances of bank statements that follow each other, from one to the next. One that begins within others has to begin with
 * the balance that they had before its first bank entry that none of them has. Those of one first day are in the order in
 * which balances follow each other most often, for which later days may decide.
 *
 * @param compared bank statements of which the bank entries were looked at, with the places that the moneys have
 * @returns a search that can be interrupted after every step
 */
export function* chainOf(
  sequence: readonly ReconciledStatement[],
  compared: readonly ReconciledStatement[],
  moneys: readonly BankMoney[],
): Generator<void, Chain> {
  const comparison = createComparison(sequence, compared, moneys)
  let paths: readonly Path[] = [EMPTY_PATH]
  for (const ofDay of Map.groupBy(sequence, ({ opening_date }) => opening_date).values()) {
    const statements = startsFirst(ofDay)
    const ends: Path[] = []
    for (const path of paths) ends.push(...(yield* waysThroughDay(path, statements, comparison)))
    paths = cheapest(ends)
  }
  const steps: Path[] = []
  for (let path: Path | null = paths[0] ?? null; path; path = path.previous) steps.push(path)
  const inOrder = steps.reverse()
  return {
    chain: inOrder.flatMap(({ chained }) => chained ?? []),
    repeats: inOrder.flatMap(({ repeats }) => repeats),
    isOneOfSeveral: paths[1] !== undefined && paths[1].cost === paths[0]?.cost,
  }
}

/** First those that begin with a balance with which no other one ends, and then those with the lowest numbers. */
function startsFirst(statements: readonly ReconciledStatement[]): readonly ReconciledStatement[] {
  const closings = new Set(statements.map(({ closing_minor }) => closing_minor))
  const isInside = ({ opening_minor }: ReconciledStatement) => Number(closings.has(opening_minor))
  return statements.toSorted((a, b) => isInside(a) - isInside(b) || numberOf(a) - numberOf(b))
}

/** Those without one are the last ones. */
function numberOf({ sequences }: ReconciledStatement): number {
  return Number(sequences.find((sequence) => sequence !== null) ?? Number.MAX_SAFE_INTEGER)
}
