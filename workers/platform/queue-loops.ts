import type { PgBoss } from 'pg-boss'
import type { QueueName } from '../../shared/contract/platform/queue-names.ts'
import { logFailure } from '../../shared/deps/log-failure.ts'
import { idFields, type LogFields, logContext, withLogContext } from '../../shared/process/log-context.ts'
import type { Job, JobHandler, JobResult, QueueWork, WorkerDeps } from '../job.ts'
import { handleUnlessMoving } from './behind-fences.ts'
import { logBatch } from './log-outcomes.ts'
import { traceBatch } from './trace-batch.ts'

/** Woken by notification; the polling finds jobs whose notification was lost. */
const POLLING = {
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 0.5,
  notifyPollingIntervalSeconds: 2,
} as const

/**
 * Fetched jobs are looked up by their ids. pg-boss joins them otherwise, and where its statistics are from a time of few jobs of the
 * queue, each of a batch with all jobs that the queue has had in a day: 0.1 to 2 s for 500 facts, with a core of PostgreSQL busy. It
 * looks them up where one job of a group is worked at a time, and jobs that are fetched together have no groups. That takes 0.3 ms more
 * to plan, so the queue of small facts, of which few come at once, does without.
 */
export const FETCHED_BY_ID = { groupConcurrency: 1 } as const

/** Starts the loops that fetch the jobs of a queue and hand them to its handler. */
export async function startLoops(deps: WorkerDeps, queue: QueueName, work: QueueWork): Promise<void> {
  const { boss, tracing } = deps
  const batchSize = work.batch_size(deps)
  const fetching = batchSize > 1 && queue !== 'facts.evaluate' ? FETCHED_BY_ID : {}
  const ofKey = work.one_loop_per_key ? { localGroupConcurrency: 1 } : {}
  const options = { ...POLLING, ...fetching, ...ofKey, batchSize, localConcurrency: work.loops(deps) }
  await boss.work<never>(queue, options, async (jobs) => {
    const run = () => runBatch(deps, queue, work.handler, jobs)
    const runTraced = tracing ? () => traceBatch(tracing.tracer, queue, jobs, run) : run
    const results = await withLogContext(() => logFieldsOf(queue, jobs), runTraced)
    await failSome(boss, queue, jobs, results)
    leaveOutCompleted(jobs, results)
  })
}

/** Runs the handler and logs the batch. An error that it throws fails every job, and pg-boss tries them again. */
async function runBatch(
  deps: WorkerDeps,
  queue: QueueName,
  handler: JobHandler,
  jobs: readonly Job<never>[],
): Promise<JobResult[]> {
  const started = performance.now()
  try {
    const results = await handleUnlessMoving(deps, queue, handler, jobs)
    const all = results ?? jobs.map(({ id }) => ({ id, status: 'completed' as const }))
    logBatch(deps, queue, jobs, all.filter(({ status }) => status === 'failed').length, performance.now() - started)
    return all
  } catch (error) {
    logFailure(deps.log, error, 'a batch', 'a batch failed', logContext())
    logBatch(deps, queue, jobs, jobs.length, performance.now() - started)
    throw error
  }
}

function logFieldsOf(queue: QueueName, jobs: readonly Job<unknown>[]): LogFields {
  return {
    queue,
    ...idFields(
      'job',
      jobs.map(({ id }) => id),
    ),
  }
}

type Attempt = { readonly id: string; readonly retryCount: number }

/**
 * Fails the jobs of a batch that failed alone; pg-boss then completes the rest. Its own way to do so (`perJobResults`)
 * joins the batch with all active jobs, as a product of both where its statistics are from a time of few: 30 ms a batch.
 */
async function failSome(boss: PgBoss, queue: QueueName, jobs: readonly Attempt[], results: readonly JobResult[]) {
  const messages = new Map(
    results.flatMap((result) => (result.status === 'failed' ? [[result.id, result.message]] : [])),
  )
  const failed = jobs.filter(({ id }) => messages.has(id))
  for (const [message, failedTogether] of Map.groupBy(failed, ({ id }) => messages.get(id)))
    await boss.fail(queue, [...failedTogether], { message })
}

/** So often nothing is tried: pg-boss asks for one job at least, and completes none that it has not fetched by this attempt. */
const NO_ATTEMPT = 2_147_483_647

/**
 * pg-boss completes the jobs of the array that it has handed over. Those of facts were completed in the transaction of their
 * effects: it would look each of them up by its key, to find that it is completed. One that was put off may have been fetched again
 * by now, and would be completed in the middle of its work. Its ids stay those that were handed over: the heartbeat of the batch goes on
 * until they are completed, and looks each of them up.
 */
function leaveOutCompleted(jobs: Attempt[], results: readonly JobResult[]): void {
  const completed = new Set(results.flatMap((one) => (one.status === 'completed' && one.in_transaction ? one.id : [])))
  const left = jobs.filter(({ id }) => !completed.has(id))
  if (left.length < jobs.length) {
    const nothing = jobs.slice(0, 1).map((job) => ({ ...job, retryCount: NO_ATTEMPT }))
    jobs.splice(0, jobs.length, ...(left.length > 0 ? left : nothing))
  }
}
