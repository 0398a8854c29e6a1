import { startService, stopService } from '../../support/service.ts'
import { openBooksToSpoil } from './books-to-spoil.ts'
import { findDataFault } from './find-data-fault.ts'
import type { DataFault } from './in-rows/data-fault.ts'
import type { Outcome } from './report.ts'

/** Plants faults in rows of a separate database, and runs the verifier on each. */
export async function plantInData(
  faults: readonly DataFault[],
  report: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  if (faults.length === 0) return []
  await startService()
  try {
    const books = await openBooksToSpoil()
    const outcomes: Outcome[] = []
    for (const fault of faults) {
      const checks = await findDataFault(books, fault)
      const outcome = outcomeOf(fault, checks)
      report(outcome)
      outcomes.push(outcome)
    }
    await books.quiet.close()
    return outcomes
  } finally {
    await stopService()
  }
}

function outcomeOf({ name, simulates, check }: DataFault, checks: readonly string[]): Outcome {
  const is_caught = checks.includes(check)
  const others = checks.filter((other) => other !== check)
  return {
    name,
    simulates,
    planted_in: 'rows',
    caught_by: is_caught ? `verifier: ${check}` : null,
    message: is_caught ? others.join(', ') : `expected "${check}", found ${checks.join(', ') || 'nothing'}`,
  }
}
