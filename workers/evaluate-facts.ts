import { setImmediate as nextTurn } from 'node:timers/promises'
import { completeJobs, type Jobs } from '../shared/jobs.ts'
import { LANES, laneOf } from '../shared/store/books.ts'
import { isDatabaseAway } from '../shared/store/database-away.ts'
import { markFactsFailed } from '../shared/store/fact-evaluation.ts'
import type { Job, JobResult, WorkerDeps } from './jobs.ts'
import { postBatch } from './post-batch.ts'
import { type Outcome, tellOutcomes } from './tell-outcomes.ts'

type EvaluationJob = Job<Jobs['facts.evaluate']>

/**
 * Evaluates and posts a batch of facts, lane by lane at the same time: while one waits for this process to decide,
 * PostgreSQL works for the other. What a lane has of the batch is one transaction, with the completion of its jobs.
 *
 * @throws when the database is away: then what is not completed is tried again later
 */
export async function evaluateFacts(deps: WorkerDeps, jobs: readonly EvaluationJob[]): Promise<JobResult[]> {
  const lanes = LANES.map((lane) => ({ lane, own: jobs.filter(({ data }) => laneOf(data.end_customer_id) === lane) }))
  const busy = lanes.filter(({ own }) => own.length > 0)
  // A full batch means that more is waiting, perhaps all of it of few end customers: then guests come along, with the
  // transaction of their lane or with the only one.
  const isFull = jobs.length >= deps.config.worker_batch_size
  const guestLanes = (lane: number) => (busy.length === 1 ? LANES : [lane])
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
 * A fact that cannot be evaluated fails its own job only: when the database refuses a transaction, it is tried without
 * guests, and then cut in halves until the one that it refuses stands alone.
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
    if (guest_lanes.length > 0) return evaluateLane(deps, jobs, [])
    if (jobs.length === 1) return failAlone(deps, jobs, error)
    const half = Math.ceil(jobs.length / 2)
    const first = await evaluateLane(deps, jobs.slice(0, half), [])
    return [...first, ...(await evaluateLane(deps, jobs.slice(half), []))]
  }
}

async function evaluateTogether(
  deps: WorkerDeps,
  jobs: readonly EvaluationJob[],
  guest_lanes: readonly number[],
): Promise<JobResult[]> {
  const { failed, outcomes } = await deps.pool.transaction(async (tx) => {
    const { failed: thrown, outcomes } = await postBatch(
      tx,
      deps,
      deps.books,
      jobs.map(({ data }) => data),
      guest_lanes,
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
  await nextTurn() // the batch that waited for these ledgers goes first
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
  return { id, status: 'failed', message: error instanceof Error ? error.message : String(error) }
}
