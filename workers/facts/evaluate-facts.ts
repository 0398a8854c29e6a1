import { setImmediate as nextTurn } from 'node:timers/promises'
import { completeJobs } from '../../shared/queue/enqueue.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import { isDatabaseAway } from '../../shared/store/db/database-away.ts'
import { markFactsFailed } from '../../shared/store/facts/fact-states.ts'
import type { FactKey } from '../../shared/store/facts/source-facts.ts'
import { PARTITIONS, partitionOf } from '../../shared/store/journal/ledger-heads.ts'
import type { Job, JobResult, WorkerDeps } from '../job.ts'
import { logOutcomes, type Outcome } from '../platform/log-outcomes.ts'
import { postBatch } from './post-batch.ts'

type EvaluationJob = Job<Jobs['facts.evaluate']>
type FailedFact = { readonly fact: FactKey; readonly error: unknown }

/**
 * Evaluates and posts a batch of facts, lane by lane at the same time: while one waits for this process to decide,
 * PostgreSQL works for the other. What a lane has of the batch is one transaction, with the completion of its jobs.
 *
 * @throws when the database is away: then what is not completed is tried again later
 */
export async function evaluateFacts(deps: WorkerDeps, jobs: readonly EvaluationJob[]): Promise<JobResult[]> {
  const lanes = PARTITIONS.map((lane) => ({
    lane,
    own: jobs.filter(({ data }) => partitionOf(data.end_customer_id) === lane),
  }))
  const busy = lanes.filter(({ own }) => own.length > 0)
  // A full batch means that more is waiting, perhaps all of it of few end customers: then guests come along, with the
  // transaction of their lane or with the only one.
  const isFull = jobs.length >= deps.config.worker_batch_size
  const guestLanes = (lane: number) => (busy.length === 1 ? PARTITIONS : [lane])
  const results = await Promise.allSettled(
    busy.map(({ lane, own }) => evaluateLane(deps, own, isFull ? guestLanes(lane) : [])),
  )
  const byId = new Map<string, JobResult>()
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason
    for (const one of result.value) byId.set(one.id, one)
  }
  return jobs.flatMap(({ id }) => byId.get(id) ?? [])
}

/**
 * A fact that cannot be evaluated fails its own job only: those whose evaluation threw are left out. When the database
 * refuses a transaction, it is tried without guests, and then cut in halves until the one that it refuses stands alone.
 */
async function evaluateLane(
  deps: WorkerDeps,
  jobs: readonly EvaluationJob[],
  guest_lanes: readonly number[],
): Promise<JobResult[]> {
  try {
    return await evaluateTogether(deps, jobs, guest_lanes)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (error instanceof EvaluationsFailed) return evaluateWithout(deps, jobs, guest_lanes, error.failed)
    if (guest_lanes.length > 0) return evaluateLane(deps, jobs, [])
    const [job, ...others] = jobs
    if (job && others.length === 0) return evaluateWithout(deps, jobs, [], [{ fact: job.data, error }])
    const half = Math.ceil(jobs.length / 2)
    const first = await evaluateLane(deps, jobs.slice(0, half), [])
    return [...first, ...(await evaluateLane(deps, jobs.slice(half), []))]
  }
}

/** Takes a transaction back in which jobs were completed that have failed. */
class EvaluationsFailed extends Error {
  readonly failed: readonly FailedFact[]
  constructor(failed: readonly FailedFact[]) {
    super(`${failed.length} facts could not be evaluated`)
    this.failed = failed
  }
}

async function evaluateTogether(
  deps: WorkerDeps,
  jobs: readonly EvaluationJob[],
  guest_lanes: readonly number[],
): Promise<JobResult[]> {
  const ids = jobs.map(({ id }) => id)
  const keys = jobs.map(({ data }) => data)
  const outcomes = await deps.pool.transaction(async (tx) => {
    const complete = () => completeJobs(tx, deps.boss, 'facts.evaluate', ids)
    const { failed, outcomes } = await postBatch(tx, deps, deps.settings, keys, guest_lanes, complete)
    if (failed.length > 0) throw new EvaluationsFailed(failed)
    return outcomes
  })
  await nextTurn() // the batch that waited for these ledgers goes first
  const told = new Set(outcomes.map(({ subject_id }) => subject_id))
  const before = keys.filter(({ source_fact_id }) => !told.has(source_fact_id)).map(decidedBefore)
  const jobOf = new Map(jobs.map(({ id, data }) => [data.source_fact_id, id]))
  logOutcomes(deps, 'facts.evaluate', [...outcomes, ...before], jobOf)
  return ids.map((id) => ({ id, status: 'completed' }))
}

/** Another batch took the fact along, or this is the second run of its job. */
function decidedBefore({ end_customer_id, source_fact_id }: Jobs['facts.evaluate']): Outcome {
  return { kind: 'source_fact', subject_id: source_fact_id, end_customer_id, outcome: 'already_decided' }
}

/** Marks the facts, so that no later one waits for them, fails their jobs, and does the others again. */
async function evaluateWithout(
  deps: WorkerDeps,
  jobs: readonly EvaluationJob[],
  guest_lanes: readonly number[],
  failed: readonly FailedFact[],
): Promise<JobResult[]> {
  await markFactsFailed(
    deps.pool,
    failed.map(({ fact }) => fact),
  )
  const errors = new Map(failed.map(({ fact, error }) => [fact.source_fact_id, error]))
  const isFailed = ({ data }: EvaluationJob) => errors.has(data.source_fact_id)
  const results = jobs.filter(isFailed).map((job) => failedResult(deps, job, errors.get(job.data.source_fact_id)))
  const others = jobs.filter((job) => !isFailed(job))
  return others.length > 0 ? [...results, ...(await evaluateLane(deps, others, guest_lanes))] : results
}

function failedResult(deps: WorkerDeps, { id, data }: EvaluationJob, error: unknown): JobResult {
  deps.log.error({ err: error, job_id: id, ...data }, 'a fact could not be evaluated')
  return { id, status: 'failed', message: error instanceof Error ? error.message : String(error) }
}
