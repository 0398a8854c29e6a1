import type { Jobs } from '../../shared/queue/queues.ts'
import { refreshWhole } from '../../shared/store/statements/account-period-totals.ts'
import type { Job, WorkerDeps } from '../job.ts'

/** Folds newly posted lines into the statement tables. Statements are exact without it; it keeps them fast. So small facts go first. */
export async function refreshStatements(
  { pool, rightOfWay }: WorkerDeps,
  jobs: readonly Job<Jobs['statements.refresh']>[],
): Promise<void> {
  const end_customer_ids = [...new Set(jobs.map(({ data }) => data.end_customer_id))]
  const pause = rightOfWay.pauses('statements.refresh')
  await refreshWhole(pool, end_customer_ids, { pause })
}
