import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { completeJobs } from '../../shared/queue/enqueue.ts'
import { QUEUES } from '../../shared/queue/queues.ts'
import { isDatabaseAway } from '../../shared/store/db/database-away.ts'
import { isLasting } from '../../shared/store/db/lasting-error.ts'
import { markFactsFailed } from '../../shared/store/facts/fact-states.ts'
import { FactsUnreadable } from '../../shared/store/facts/prepare-facts.ts'
import { findWaitingFacts } from '../../shared/store/facts/waiting-facts.ts'
import { behindFence } from '../../shared/store/moving/behind-fence.ts'
import type { JobResult, WorkerDeps } from '../job.ts'
import { logOutcomes } from '../platform/log-outcomes.ts'
import { type EvaluationJob, triesOf } from '../platform/put-off.ts'
import { blockFailedFacts, logFailures } from './block-failed-facts.ts'
import {
  completed,
  type EvaluationPart,
  idsByFact,
  jobIdsOf,
  jobsOf,
  keysOf,
  putOffLeft,
  putOffParts,
  without,
} from './evaluation-part.ts'
import type { Lane } from './lanes.ts'
import { outcomesOfJobs } from './outcomes-of-facts.ts'
import { postBatch } from './post-batch.ts'

/** Where all ledgers of a batch are held, it is tried again after a moment: as long as a small transaction takes. */
const HELD_MS = 20

/**
 * A batch on its way: how often it may still be cut, the end customers of which the database has refused something, and
 * what waits for its next turn.
 */
type Run = {
  readonly lane: Lane
  customer_cuts: number
  fact_cuts: number
  readonly refused: { parts: readonly EvaluationPart[]; error: unknown }[]
  readonly left: EvaluationPart[]
}

/**
 * Evaluates the jobs of one partition. A fact that cannot be evaluated stops no other: one that cannot be read is blocked
 * and left out. When the database refuses the transaction, it is tried without extra customers, and then cut in halves
 * between end customers. The facts of one that is still refused come last of all: they are cut in halves until the one that
 * is refused stands alone and is blocked. Only so many turns are taken and cuts are made at once; what is left then goes to
 * the end of a queue, behind the facts of others.
 */
export async function evaluatePartition(
  deps: WorkerDeps,
  jobs: readonly EvaluationJob[],
  extra_partitions: readonly number[],
  lane: Lane,
): Promise<JobResult[]> {
  const run: Run = { lane, customer_cuts: 32, fact_cuts: 16, refused: [], left: [] }
  const parts = jobs.map((job) => ({ fact: job.data, job }))
  const results = await evaluateParts(deps, parts, run, extra_partitions)
  for (let turn = 1; turn < lane.turns && run.left.length > 0; turn += 1) {
    if (results.length === 0 && !lane.turn.waits) await sleep(HELD_MS)
    results.push(...(await evaluateParts(deps, run.left.splice(0), run, extra_partitions)))
  }
  for (const { parts: ofCustomer, error } of run.refused)
    results.push(...(await cutFacts(deps, ofCustomer, run, error)))
  results.push(...(await putOffLeft(deps, lane, run.left)))
  return results
}

async function evaluateParts(
  deps: WorkerDeps,
  parts: readonly EvaluationPart[],
  run: Run,
  extra_partitions: readonly number[] = [],
): Promise<JobResult[]> {
  try {
    return await evaluateTogether(deps, parts, run, extra_partitions)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (error instanceof FactsUnreadable) {
      const others = (readable: readonly EvaluationPart[]) => evaluateParts(deps, readable, run, extra_partitions)
      return withoutUnreadable(deps, parts, run, error, others)
    }
    if (extra_partitions.length > 0) return evaluateParts(deps, parts, run)
    if (behindFence(error)) throw error
    const byCustomer = [...Map.groupBy(parts, ({ fact }) => fact.end_customer_id).values()]
    if (byCustomer.length > 1) return cutCustomers(deps, byCustomer, run)
    run.refused.push({ parts, error })
    return []
  }
}

async function cutCustomers(deps: WorkerDeps, byCustomer: readonly (readonly EvaluationPart[])[], run: Run) {
  const results: JobResult[] = []
  for (const half of halvesOf(byCustomer).map((some) => some.flat())) {
    run.customer_cuts -= 1
    results.push(
      ...(run.customer_cuts < 0 ? await putOffParts(deps, run.lane, half) : await evaluateParts(deps, half, run)),
    )
  }
  return results
}

/** Facts that came before are decided together with those of a job, so the one that is refused may be one of these. */
async function cutFacts(
  deps: WorkerDeps,
  parts: readonly EvaluationPart[],
  run: Run,
  error: unknown,
): Promise<JobResult[]> {
  const all = await withEarlierFacts(deps, parts)
  if (all.length === 1) return settleAlone(deps, all, run, error)
  const results: JobResult[] = []
  for (const half of halvesOf(all)) {
    run.fact_cuts -= 1
    results.push(...(run.fact_cuts < 0 ? await putOffParts(deps, run.lane, half) : await evaluateHalf(deps, half, run)))
  }
  return results
}

async function evaluateHalf(deps: WorkerDeps, half: readonly EvaluationPart[], run: Run): Promise<JobResult[]> {
  try {
    return await evaluateTogether(deps, half, run, [])
  } catch (error) {
    if (isDatabaseAway(error) || behindFence(error)) throw error
    if (error instanceof FactsUnreadable)
      return withoutUnreadable(deps, half, run, error, (readable) => evaluateHalf(deps, readable, run))
    return cutFacts(deps, half, run, error)
  }
}

async function evaluateTogether(
  deps: WorkerDeps,
  parts: readonly EvaluationPart[],
  { lane, left: toDo }: Run,
  extra_partitions: readonly number[],
): Promise<JobResult[]> {
  const { queue, turn } = lane
  const keys = keysOf(parts)
  const post = () =>
    deps.pool.transaction((tx) =>
      postBatch(tx, deps, keys, extra_partitions, turn, (left) =>
        completeJobs(tx, deps.boss, queue, jobIdsOf(without(left, parts))),
      ),
    )
  const { batch, left } = await (turn.waits ? deps.waitForLedgers(post) : deps.rightOfWay.first(queue, post))
  await nextTurn() // the batch that waited for these ledgers goes first
  const done = without(left, parts)
  toDo.push(...parts.filter(({ fact }) => left.has(fact.source_fact_id)))
  if (batch) logFailures(deps, batch.failed)
  logOutcomes(deps, queue, outcomesOfJobs(keysOf(done), batch), idsByFact(parts))
  return completed(done)
}

/** Blocks the facts that nobody can read, and evaluates the others. */
async function withoutUnreadable(
  deps: WorkerDeps,
  parts: readonly EvaluationPart[],
  { lane: { queue } }: Run,
  { failed }: FactsUnreadable,
  evaluate: (readable: readonly EvaluationPart[]) => Promise<JobResult[]>,
): Promise<JobResult[]> {
  const unreadable = new Set(failed.map(({ fact }) => fact.source_fact_id))
  const blocked = parts.filter(({ fact }) => unreadable.has(fact.source_fact_id))
  await blockFailedFacts(deps, failed, (tx) => completeJobs(tx, deps.boss, queue, jobIdsOf(blocked)))
  const readable = parts.filter(({ fact }) => !unreadable.has(fact.source_fact_id))
  return readable.length > 0 ? [...completed(blocked), ...(await evaluate(readable))] : completed(blocked)
}

/**
 * A fact that the database refuses for what it is, or that was tried as often as jobs are, is blocked. Any other one is
 * marked, so that no later one waits for it, and its job is tried again.
 */
async function settleAlone(
  deps: WorkerDeps,
  parts: readonly EvaluationPart[],
  { lane: { queue } }: Run,
  error: unknown,
): Promise<JobResult[]> {
  const failed = parts.map(({ fact }) => ({ fact, error }))
  const tries = Math.max(0, ...jobsOf(parts).map(triesOf))
  if (isLasting(error) || tries >= (QUEUES[queue].retryLimit ?? 0)) {
    await blockFailedFacts(deps, failed, (tx) => completeJobs(tx, deps.boss, queue, jobIdsOf(parts)))
    return completed(parts)
  }
  await deps.pool.transaction((tx) => markFactsFailed(tx, keysOf(parts)))
  logFailures(deps, failed)
  const message = error instanceof Error ? error.message : String(error)
  return jobIdsOf(parts).map((id) => ({ id, status: 'failed', message }))
}

async function withEarlierFacts({ pool }: WorkerDeps, parts: readonly EvaluationPart[]): Promise<EvaluationPart[]> {
  const waiting = await findWaitingFacts(pool, keysOf(parts))
  const named = new Set(parts.map(({ fact }) => fact.source_fact_id))
  const earlier = waiting.filter(({ source_fact_id }) => !named.has(source_fact_id))
  return [
    ...parts,
    ...earlier.map(({ end_customer_id, source_fact_id }) => ({ fact: { end_customer_id, source_fact_id }, job: null })),
  ].sort((a, b) => (a.fact.source_fact_id < b.fact.source_fact_id ? -1 : 1))
}

function halvesOf<Item>(items: readonly Item[]): Item[][] {
  const half = Math.ceil(items.length / 2)
  return [items.slice(0, half), items.slice(half)]
}
