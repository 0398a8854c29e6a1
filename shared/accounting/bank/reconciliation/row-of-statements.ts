import type { ReconciledStatement } from './reconciliation.ts'

export type RowOfStatements = ReturnType<typeof createRow>

/** Bank statements in an order. However many there are, taking one out and putting it back is one step. */
export function createRow(statements: readonly ReconciledStatement[]) {
  const end = statements.length
  const places = new Map(statements.map((statement, place) => [statement, place]))
  // The place behind the last one is before the first one, too.
  const next = Array.from({ length: end + 1 }, (_, place) => (place === end ? 0 : place + 1))
  const previous = Array.from({ length: end + 1 }, (_, place) => (place === 0 ? end : place - 1))
  const around = (statement: ReconciledStatement) => {
    const place = places.get(statement) ?? end
    return { place, before: previous[place] ?? end, behind: next[place] ?? end }
  }
  return {
    isEmpty: () => next[end] === end,
    first(count: number): ReconciledStatement[] {
      const found: ReconciledStatement[] = []
      for (let place = next[end] ?? end; place !== end && found.length < count; place = next[place] ?? end)
        found.push(statements[place] as ReconciledStatement)
      return found
    },
    takeOut(statement: ReconciledStatement): void {
      const { before, behind } = around(statement)
      next[before] = behind
      previous[behind] = before
    },
    /** Only the one that was taken out last. */
    putBack(statement: ReconciledStatement): void {
      const { place, before, behind } = around(statement)
      next[before] = place
      previous[behind] = place
    },
  }
}
