import { logFailure } from '../shared/deps/log-failure.ts'
import { isDatabaseAway } from '../shared/store/db/database-away.ts'
import { behindFence } from '../shared/store/moving/behind-fence.ts'
import type { Job, JobResult, WorkerDeps } from './job.ts'

/**
 * Works the end customers of some jobs one after the other. Where one fails, its jobs fail alone and are tried again: the others go
 * on.
 *
 * @throws where the database is away: nobody could go on. Where one moves to another database: its jobs are put off
 */
export async function eachCustomer<Data extends { readonly end_customer_id: string }>(
  deps: WorkerDeps,
  jobs: readonly Job<Data>[],
  work: (end_customer_id: string, its: readonly Job<Data>[]) => Promise<void>,
): Promise<JobResult[]> {
  const results: JobResult[] = []
  for (const [end_customer_id, its] of Map.groupBy(jobs, ({ data }) => data.end_customer_id))
    results.push(...(await workOne(deps, end_customer_id, its, () => work(end_customer_id, its))))
  return results
}

async function workOne(
  { log }: WorkerDeps,
  end_customer_id: string,
  jobs: readonly Job<unknown>[],
  work: () => Promise<void>,
): Promise<JobResult[]> {
  try {
    await work()
    return jobs.map(({ id }) => ({ id, status: 'completed' }))
  } catch (error) {
    if (isDatabaseAway(error) || behindFence(error)) throw error
    logFailure(log, error, 'an end customer', 'the work for an end customer failed', { end_customer_id })
    const message = error instanceof Error ? error.message : String(error)
    return jobs.map(({ id }) => ({ id, status: 'failed', message }))
  }
}
