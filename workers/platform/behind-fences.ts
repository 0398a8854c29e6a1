import type { QueueName } from '../../shared/contract/platform/queue-names.ts'
import { fetchAgainInASecond } from '../../shared/queue/fetch-again.ts'
import { behindFence } from '../../shared/store/moving/behind-fence.ts'
import type { Job, JobHandler, JobResult, WorkerDeps } from '../job.ts'

/**
 * Runs a handler, and where the end customer of some jobs moves to another database, once more without these. Its jobs wait for a
 * second, or are done where it has moved: it has others there. What the handler had done for others is found done.
 *
 * @throws what else the handler throws
 */
export async function handleUnlessMoving(
  deps: WorkerDeps,
  queue: QueueName,
  handler: JobHandler,
  jobs: readonly Job<never>[],
): Promise<JobResult[] | void> {
  try {
    return await handler(deps, jobs)
  } catch (error) {
    const fenced = behindFence(error)
    const isTheirs = ({ data }: Job<{ end_customer_id?: string }>) => data.end_customer_id === fenced?.end_customer_id
    const theirs = jobs.filter(isTheirs)
    if (!fenced || theirs.length === 0) throw error
    const ids = theirs.map(({ id }) => id)
    deps.log.info({ queue, ...fenced, jobs: ids.length }, 'jobs of an end customer that moves are put off')
    const others = jobs.filter((job) => !isTheirs(job))
    const results = others.length > 0 ? await handleUnlessMoving(deps, queue, handler, others) : []
    const done = results ?? others.map(({ id }) => ({ id, status: 'completed' as const }))
    // Last: where the work for others fails, so does the batch, and nobody else may hold jobs of it by then.
    if (!fenced.is_gone) await fetchAgainInASecond(deps.pool, queue, ids)
    // Who has put them off has nothing to complete.
    return [
      ...done,
      ...ids.map((id) => ({
        id,
        status: 'completed' as const,
        ...(!fenced.is_gone && { in_transaction: true as const }),
      })),
    ]
  }
}
