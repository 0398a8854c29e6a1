import type { Jobs } from '../../shared/queue/queues.ts'
import { requestRefresh } from '../../shared/queue/request-refresh.ts'
import { foldPart } from '../../shared/store/statements/account-period-totals.ts'
import type { Job, WorkerDeps } from '../job.ts'

/** So many parts are folded before the rest goes behind the jobs of others: a full batch has eight without any backlog. */
const MOST_PARTS = 20

/**
 * Folds newly posted lines into the statement tables, each part in a transaction of its own: what is done stays, and an end
 * customer with very much to fold holds up nobody for long. Statements are exact without it; it keeps them fast. So small
 * facts go first.
 */
export async function refreshStatements(
  { pool, boss, rightOfWay }: WorkerDeps,
  jobs: readonly Job<Jobs['statements.refresh']>[],
  most_parts = MOST_PARTS,
): Promise<void> {
  let left: readonly string[] = [...new Set(jobs.map(({ data }) => data.end_customer_id))].sort()
  for (let parts = 0; left.length > 0 && parts < most_parts; parts += 1) {
    const pause = rightOfWay.pauses('statements.refresh')
    left = await pool.transaction((tx) => foldPart(tx, left, { pause }))
  }
  if (left.length > 0) await pool.transaction((tx) => requestRefresh(tx, { boss }, left))
}
