import { completeJobs, type Jobs } from '../shared/jobs.ts'
import { isDatabaseAway } from '../shared/store/database-away.ts'
import { markFactsFailed } from '../shared/store/fact-evaluation.ts'
import type { Job, JobResult, WorkerDeps } from './jobs.ts'
import { postBatch } from './post-batch.ts'
import { type Outcome, tellOutcomes } from './tell-outcomes.ts'

type EvaluationJob = Job<Jobs['facts.evaluate']>

/**
 * Evaluates and posts a batch of facts in one transaction together with the completion of their jobs. A fact that
 * cannot be evaluated fails its own job only: when the database refuses a batch, it is cut in halves until the one that
 * it refuses stands alone.
 *
 * @throws when the database is away: then the whole batch is tried again later
 */
export async function evaluateFacts(deps: WorkerDeps, jobs: readonly EvaluationJob[]): Promise<JobResult[]> {
  try {
    return await evaluateTogether(deps, jobs)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (jobs.length === 1) return failAlone(deps, jobs, error)
    const half = Math.ceil(jobs.length / 2)
    return [...(await evaluateFacts(deps, jobs.slice(0, half))), ...(await evaluateFacts(deps, jobs.slice(half)))]
  }
}

async function evaluateTogether(deps: WorkerDeps, jobs: readonly EvaluationJob[]): Promise<JobResult[]> {
  const { failed, outcomes } = await deps.pool.transaction(async (tx) => {
    const { failed: thrown, outcomes } = await postBatch(
      tx,
      deps,
      deps.books,
      jobs.map(({ data }) => data),
    )
    if (thrown.length > 0)
      await markFactsFailed(
        tx,
        thrown.map(({ fact }) => fact),
      )
    const failedIds = new Set(thrown.map(({ fact }) => fact.source_fact_id))
    const done = jobs.filter(({ data }) => !failedIds.has(data.source_fact_id))
    await completeJobs(
      tx,
      deps.boss,
      'facts.evaluate',
      done.map(({ id }) => id),
    )
    return { failed: new Map(thrown.map(({ fact, error }) => [fact.source_fact_id, error])), outcomes }
  })
  const told = new Set(outcomes.map(({ subject_id }) => subject_id))
  const before = jobs.filter(({ data }) => !told.has(data.source_fact_id) && !failed.has(data.source_fact_id))
  const outcomesBefore = before.map(({ data }) => decidedBefore(data))
  tellOutcomes(
    deps,
    'facts.evaluate',
    [...outcomes, ...outcomesBefore],
    new Map(jobs.map(({ id, data }) => [data.source_fact_id, id])),
  )
  return jobs.map(({ id, data }) => resultOf(deps, id, data, failed.get(data.source_fact_id)))
}

/** Another batch took the fact along, or this is the second run of its job. */
function decidedBefore({ end_customer_id, source_fact_id }: Jobs['facts.evaluate']): Outcome {
  return { kind: 'source_fact', subject_id: source_fact_id, end_customer_id, outcome: 'already_decided' }
}

async function failAlone(deps: WorkerDeps, jobs: readonly EvaluationJob[], error: unknown): Promise<JobResult[]> {
  await markFactsFailed(
    deps.pool,
    jobs.map(({ data }) => data),
  )
  return jobs.map(({ id, data }) => resultOf(deps, id, data, error))
}

function resultOf(deps: WorkerDeps, id: string, data: Jobs['facts.evaluate'], error: unknown): JobResult {
  if (error === undefined) return { id, status: 'completed' }
  deps.log.error({ err: error, job_id: id, ...data }, 'a fact could not be evaluated')
  return { id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
}
