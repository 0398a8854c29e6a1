import { setImmediate as nextTurn } from 'node:timers/promises'
import { completeJobs } from '../../shared/queue/enqueue.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import { isDatabaseAway } from '../../shared/store/db/database-away.ts'
import { markFactsFailed } from '../../shared/store/facts/fact-states.ts'
import type { FactKey } from '../../shared/store/facts/source-facts.ts'
import type { Job, JobResult, WorkerDeps } from '../job.ts'
import { logOutcomes } from '../platform/log-outcomes.ts'
import { outcomesOfJobs } from './outcomes-of-facts.ts'
import { postBatch } from './post-batch.ts'

type EvaluationJob = Job<Jobs['facts.evaluate']>
type Failed = { readonly fact: FactKey; readonly error: unknown }

/** Takes a transaction back in which jobs were completed that have failed. */
class EvaluationsFailed extends Error {
  readonly failed: readonly Failed[]
  constructor(failed: readonly Failed[]) {
    super(`${failed.length} facts could not be evaluated`)
    this.failed = failed
  }
}

/**
 * Evaluates the jobs of one partition. A fact that cannot be evaluated fails its own job only: facts whose evaluation
 * threw are left out. When the database refuses the transaction, it is tried without extra customers, and then cut in
 * halves until the fact that it refuses stands alone.
 */
export async function evaluatePartition(
  deps: WorkerDeps,
  jobs: readonly EvaluationJob[],
  extra_partitions: readonly number[],
): Promise<JobResult[]> {
  try {
    return await evaluateTogether(deps, jobs, extra_partitions)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (error instanceof EvaluationsFailed) return evaluateWithout(deps, jobs, extra_partitions, error.failed)
    if (extra_partitions.length > 0) return evaluatePartition(deps, jobs, [])
    const [job, ...others] = jobs
    if (job && others.length === 0) return evaluateWithout(deps, jobs, [], [{ fact: job.data, error }])
    const half = Math.ceil(jobs.length / 2)
    const first = await evaluatePartition(deps, jobs.slice(0, half), [])
    return [...first, ...(await evaluatePartition(deps, jobs.slice(half), []))]
  }
}

async function evaluateTogether(
  deps: WorkerDeps,
  jobs: readonly EvaluationJob[],
  extra_partitions: readonly number[],
): Promise<JobResult[]> {
  const ids = jobs.map(({ id }) => id)
  const keys = jobs.map(({ data }) => data)
  const batch = await deps.pool.transaction(async (tx) => {
    const complete = () => completeJobs(tx, deps.boss, 'facts.evaluate', ids)
    const decided = await postBatch(tx, deps, keys, extra_partitions, complete)
    if (decided && decided.failed.length > 0) throw new EvaluationsFailed(decided.failed)
    return decided
  })
  await nextTurn() // the batch that waited for these ledgers goes first
  logOutcomes(deps, 'facts.evaluate', outcomesOfJobs(keys, batch), jobIdsOf(jobs))
  return ids.map((id) => ({ id, status: 'completed' }))
}

function jobIdsOf(jobs: readonly EvaluationJob[]): Map<string, string> {
  return new Map(jobs.map(({ id, data }) => [data.source_fact_id, id]))
}

/** Marks the facts, so that no later one waits for them, fails their jobs, and evaluates the others again. */
async function evaluateWithout(
  deps: WorkerDeps,
  jobs: readonly EvaluationJob[],
  extra_partitions: readonly number[],
  failed: readonly Failed[],
): Promise<JobResult[]> {
  const facts = failed.map(({ fact }) => fact)
  await deps.pool.transaction((tx) => markFactsFailed(tx, facts))
  const errors = new Map(failed.map(({ fact, error }) => [fact.source_fact_id, error]))
  const isFailed = ({ data }: EvaluationJob) => errors.has(data.source_fact_id)
  const results = jobs.filter(isFailed).map((job) => failedResult(deps, job, errors.get(job.data.source_fact_id)))
  const others = jobs.filter((job) => !isFailed(job))
  return others.length > 0 ? [...results, ...(await evaluatePartition(deps, others, extra_partitions))] : results
}

function failedResult(deps: WorkerDeps, { id, data }: EvaluationJob, error: unknown): JobResult {
  deps.log.error({ err: error, job_id: id, ...data }, 'a fact could not be evaluated')
  return { id, status: 'failed', message: error instanceof Error ? error.message : String(error) }
}
