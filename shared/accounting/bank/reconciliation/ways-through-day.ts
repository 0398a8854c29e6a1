import { cheapest, extended, type Path, type Step, stepTo } from './chain-steps.ts'
import type { ReconciledStatement } from './reconciliation.ts'
import type { ComparisonInOrder } from './shared-money.ts'
import { createStatementsOfDay } from './statements-of-day.ts'

/** After so many steps the first way that was found counts. */
const MAX_TRIES = 400

/** Bank statements up to one of them, and the steps behind it that are to be tried. */
type Junction = { readonly path: Path; readonly by: Step | null; readonly open: Step[] }

/**
 * Every order of bank statements of one first day that has the fewest gaps; one for each balance at the end. It yields after
 * each step that it tries, so that others can go on in between.
 *
 * @param statements in the order in which they count where balances do not tell
 */
export function* waysThroughDay(
  start: Path,
  statements: readonly ReconciledStatement[],
  comparison: ComparisonInOrder,
): Generator<void, Path[]> {
  const opening_date = statements[0]?.opening_date ?? ''
  const day = createStatementsOfDay(statements)
  // Those of the days before, and of this day those that are placed. What was skipped has nothing of its own.
  comparison.moveTo(opening_date, start.skipped)
  let ends: Path[] = []
  let tries = 0
  const isEnough = ({ cost }: Path) => ends[0] !== undefined && (cost > ends[0].cost || tries > MAX_TRIES)
  function* junctionAt(path: Path, by: Step | null): Generator<void, Junction> {
    if (isEnough(path)) return { path, by, open: [] }
    if (day.isEmpty()) {
      if (ends[0] && path.cost < ends[0].cost) ends = []
      ends.push(withSkipped(path, day.skipped()))
      return { path, by, open: [] }
    }
    const steps: Step[] = []
    for (const statement of day.next(path.closing_minor)) {
      tries += 1
      const isBack = day.hasHigher(statement)
      steps.push(stepTo(path, statement, comparison.compare(statement), isBack))
      yield
    }
    const order = inOrder(steps)
    // Nothing else is tried later on: the others need not be kept.
    return { path, by, open: tries > MAX_TRIES ? order.slice(0, 1) : order }
  }
  const junctions = [yield* junctionAt(start, null)]
  for (let last = junctions.at(-1); last; last = junctions.at(-1)) {
    const step = isEnough(last.path) ? undefined : last.open.shift()
    if (step) {
      day.place(step)
      if (step.chained) comparison.add(step.statement)
      junctions.push(yield* junctionAt(extended(last.path, step), step))
    } else {
      if (last.by) day.takeBack(last.by)
      if (last.by?.chained) comparison.remove(last.by.statement)
      junctions.pop()
    }
  }
  return cheapest(ends)
}

/** One that has nothing of its own comes at once. */
function inOrder(steps: readonly Step[]): Step[] {
  const skipped = steps.find(({ chained }) => chained === null)
  return skipped ? [skipped] : steps.toSorted((a, b) => a.cost - b.cost)
}

function withSkipped(path: Path, skipped: readonly ReconciledStatement[]): Path {
  return skipped.length === 0 ? path : { ...path, skipped: new Set([...path.skipped, ...skipped]) }
}
