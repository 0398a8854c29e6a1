import type { FactQueue } from '../../shared/contract/platform/queue-names.ts'
import { completeJobs, enqueue } from '../../shared/queue/enqueue.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import type { Job, JobResult, WorkerDeps } from '../job.ts'

/** pg-boss counts the tries of a job; those before it was put off are in its data. */
type TriedJob<Data> = Job<Data> & { readonly retryCount?: number }
export type EvaluationJob = TriedJob<Jobs[FactQueue]>
export type IntentJob = TriedJob<Jobs['ledger.post']>

/**
 * Sends jobs to the end of a queue. They are new there, but know how often they were tried: work that is put off again and
 * again is given up after as many tries as any other.
 */
export async function putOff<Q extends FactQueue | 'ledger.post'>(
  { pool, boss }: WorkerDeps,
  from: Q,
  to: Q,
  jobs: readonly TriedJob<Jobs[Q]>[],
): Promise<JobResult[]> {
  await pool.transaction(async (tx) => {
    const ids = jobs.map(({ id }) => id)
    await completeJobs(tx, boss, from, ids)
    const later = jobs.map((job) => ({ data: { ...job.data, tries: triesOf(job) } }))
    await enqueue(tx, boss, to, later)
  })
  return jobs.map(({ id }) => ({ id, status: 'completed', in_transaction: true }))
}

export function triesOf({ data, retryCount = 0 }: TriedJob<{ tries?: number }>): number {
  return retryCount + (data.tries ?? 0)
}
