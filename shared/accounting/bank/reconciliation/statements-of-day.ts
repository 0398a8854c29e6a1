import type { Step } from './chain-steps.ts'
import type { ReconciledStatement } from './reconciliation.ts'
import { createRow, type RowOfStatements } from './row-of-statements.ts'

/** Of more bank statements with one first day those are tried that are next by their balances, or by their order. */
export const MOST_TRIED = 40
const MOST_NEXT = 8

/** The bank statements of one first day while they are placed one behind the other, which some of them are already. */
export function createStatementsOfDay(statements: readonly ReconciledStatement[]) {
  const rest = createRow(statements)
  const byOpening = new Map<bigint, RowOfStatements>()
  for (const [opening_minor, some] of Map.groupBy(statements, openingOf)) byOpening.set(opening_minor, createRow(some))
  const skipped = new Set<ReconciledStatement>()
  const numbers = createHighestNumbers()
  return {
    isEmpty: () => rest.isEmpty(),
    skipped: () => [...skipped],
    /** Whether one with the same last day and a higher number is placed already. Days and months have their own numbers. */
    hasHigher: numbers.hasHigher,
    /** Those that are tried behind a balance. */
    next(closing_minor: bigint | null): readonly ReconciledStatement[] {
      if (statements.length <= MOST_TRIED) return rest.first(MOST_TRIED)
      const touching = closing_minor === null ? [] : (byOpening.get(closing_minor)?.first(MOST_NEXT) ?? [])
      return [...new Set([...touching, ...rest.first(MOST_NEXT)])]
    },
    place({ statement, chained }: Step): void {
      rest.takeOut(statement)
      byOpening.get(statement.opening_minor)?.takeOut(statement)
      if (!chained) skipped.add(statement)
      numbers.add(statement)
    },
    /** Only the one that was placed last. */
    takeBack({ statement }: Step): void {
      rest.putBack(statement)
      byOpening.get(statement.opening_minor)?.putBack(statement)
      skipped.delete(statement)
      numbers.takeBack(statement)
    },
  }
}

type Numbers = ReconciledStatement['sequences']

/** The highest numbers of those that are placed, for each last day. */
function createHighestNumbers() {
  const highest = new Map<string, Numbers[]>()
  const highestOf = ({ closing_date }: ReconciledStatement): Numbers => highest.get(closing_date)?.at(-1) ?? []
  return {
    hasHigher: (statement: ReconciledStatement) =>
      highestOf(statement).some((number, index) => isHigher(number, statement.sequences[index] ?? null)),
    add(statement: ReconciledStatement): void {
      const before = highestOf(statement)
      const length = Math.max(before.length, statement.sequences.length)
      const numbers = Array.from({ length }, (_, index) => {
        const [one, other] = [before[index] ?? null, statement.sequences[index] ?? null]
        return one === null || isHigher(other, one) ? other : one
      })
      const ofDay = highest.get(statement.closing_date) ?? []
      highest.set(statement.closing_date, ofDay)
      ofDay.push(numbers)
    },
    takeBack(statement: ReconciledStatement): void {
      highest.get(statement.closing_date)?.pop()
    },
  }
}

function isHigher(number: bigint | null, other: bigint | null): boolean {
  return number !== null && other !== null && number > other
}

function openingOf({ opening_minor }: ReconciledStatement): bigint {
  return opening_minor
}
