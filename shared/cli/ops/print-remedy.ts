import type { VerificationFinding } from '../../verify/verify-ledger.ts'

/** Checks of what is folded from the lines: folding it again repairs it, and the lines are right. */
const OF_FOLDS: readonly string[] = [
  'statement tables equal the lines',
  'totals of control accounts equal lines and items',
  'totals of partners equal their items',
]

/** Says what to do about findings that a command repairs. */
export function printRemedy(findings: readonly VerificationFinding[], { json }: { json?: boolean }): void {
  const folded = findings.filter(({ check }) => OF_FOLDS.includes(check))
  if (json || folded.length === 0) return
  console.log('The lines are right, and the totals that are folded from them are not. Fold them again, then verify:')
  for (const id of new Set(folded.map(({ end_customer_id }) => end_customer_id)))
    console.log(`  npm run ops -- rebuild-statements --end-customer ${id}`)
}
