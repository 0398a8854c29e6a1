import { EMPTY_PATH, extended, isPlacedBefore, type Path, stepTo } from './chain-steps.ts'
import type { BankMoney, ChainedStatement, ReconciledStatement } from './reconciliation.ts'
import { createComparison } from './shared-money.ts'

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

/**
 * The balances of bank statements that follow each other, from one to the next. One that begins within others has to begin with
 * the balance that they had before its first bank entry that none of them has. Those of one first day are in the order in
 * which balances follow each other most often, for which later days may decide.
 *
 * @param compared bank statements of which the bank entries were looked at, with the places that the moneys have
 * @returns also possible repeats that the balances have once, with the bank entry that they may repeat
 */
export function chainOf(
  sequence: readonly ReconciledStatement[],
  compared: readonly ReconciledStatement[],
  moneys: readonly BankMoney[],
): { chain: ChainedStatement[]; repeats: readonly string[] } {
  const compareWith = createComparison(compared, moneys)
  let paths: readonly Path[] = [EMPTY_PATH]
  for (const ofDay of Map.groupBy(sequence, ({ opening_date }) => opening_date).values()) {
    const statements = startsFirst(ofDay)
    paths = cheapest(paths.flatMap((path) => waysThrough(path, statements, compareWith)))
  }
  const steps: Path[] = []
  for (let path: Path | null = paths[0] ?? null; path; path = path.previous) steps.unshift(path)
  return {
    chain: steps.flatMap(({ chained }) => chained ?? []),
    repeats: steps.flatMap(({ repeats }) => repeats),
  }
}

/** Different balances at the end of a day that are followed, and steps that are tried for one of them. */
const MAX_PATHS = 4
const MAX_TRIES = 400

/** Every order of bank statements of one first day that has the fewest gaps; one for each balance at the end. */
function waysThrough(start: Path, statements: readonly ReconciledStatement[], compareWith: CompareWith): Path[] {
  const ends: Path[] = []
  let tries = 0
  const follow = (path: Path, rest: readonly ReconciledStatement[]): void => {
    const best = ends[0]?.cost
    if (best !== undefined && (path.cost > best || tries > MAX_TRIES)) return
    if (rest.length === 0) {
      if (best !== undefined && path.cost < best) ends.length = 0
      ends.push(path)
      return
    }
    const steps = rest.map((statement) => {
      tries += 1
      return stepTo(path, statement, compareWith(statement, isPlacedBefore(path, statements)))
    })
    const skipped = steps.find(({ chained }) => chained === null)
    const order = skipped ? [skipped] : steps.toSorted((a, b) => a.cost - b.cost)
    for (const step of order)
      follow(
        extended(path, step),
        rest.filter((statement) => statement !== step.statement),
      )
  }
  follow(start, statements)
  return cheapest(ends)
}

type CompareWith = ReturnType<typeof createComparison>

/** For each balance at the end the path with the fewest gaps. */
function cheapest(paths: readonly Path[]): Path[] {
  const inOrder = paths.toSorted((a, b) => a.cost - b.cost)
  const byEnd = Map.groupBy(inOrder, ({ closing_minor }) => closing_minor)
  return [...byEnd.values()].flatMap(([path]) => path ?? []).slice(0, MAX_PATHS)
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
