import type { Outcome } from './run-files.ts'

/** The last lines of a run. @returns its exit code */
export function printSums(outcomes: readonly Outcome[]): number {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.flatMap((outcome) => outcome.failed)
  for (const test of failed) console.log(`  ${test}`)
  console.log(`\n  ${passed} passing\n  ${failed.length} failing`)
  return failed.length === 0 ? 0 : 1
}
