import type { PgBoss } from 'pg-boss'
import type { Blocker } from '../../shared/accounting/facts/blockers.ts'
import { enqueueReevaluation } from '../../shared/queue/jobs.ts'
import type { Tx } from '../../shared/store/db/database.ts'

/**
 * Mistakes that the compiler has to find. This file is not run: `npm run typecheck` fails if one of the lines below a
 * `@ts-expect-error` compiles.
 */
export function misspeltBlockerCodes(tx: Tx, boss: PgBoss): void {
  enqueueReevaluation(tx, boss, 'customer', 'chart', ['receipt_missing'])
  // @ts-expect-error
  enqueueReevaluation(tx, boss, 'customer', 'chart', ['recept_missing'])

  const blocker: Blocker = { code: 'period_locked', message: '', pointer: '', remedy: '' }
  // @ts-expect-error
  if (blocker.code === 'period_lokced') return
}
