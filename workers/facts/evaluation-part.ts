import type { FactKey } from '../../shared/store/facts/source-facts.ts'
import { findCustomersWithMuchWaiting } from '../../shared/store/facts/waiting-facts.ts'
import type { JobResult, WorkerDeps } from '../job.ts'
import { type EvaluationJob, putOff } from '../platform/put-off.ts'
import { BACKLOG, type Lane } from './lanes.ts'

/** A fact with the job that names it; another batch has the job of a fact that only came before. */
export type EvaluationPart = { readonly fact: FactKey; readonly job: EvaluationJob | null }

/**
 * Sends what the turns of a batch have left to the end of a queue: the backlog, where much of its end customer is waiting, else
 * its own lane. Its ledger was held then, and nothing of another end customer is to be booked before it for that.
 */
export async function putOffLeft(
  deps: WorkerDeps,
  lane: Lane,
  left: readonly EvaluationPart[],
): Promise<readonly JobResult[]> {
  if (left.length === 0 || lane.queue === BACKLOG.queue) return putOffParts(deps, lane, left)
  const customers = new Set(keysOf(left).map(({ end_customer_id }) => end_customer_id))
  const behind = new Set(await findCustomersWithMuchWaiting(deps.pool, [...customers], lane.turn.most_of_customer))
  const { held = [], much = [] } = Object.groupBy(left, ({ fact }) =>
    behind.has(fact.end_customer_id) ? 'much' : 'held',
  )
  const results = held.length === 0 ? [] : await putOff(deps, lane.queue, lane.queue, jobsOf(held))
  return [...results, ...(await putOffParts(deps, lane, much))]
}

/** Sends the jobs to the end of the backlog. */
export async function putOffParts(deps: WorkerDeps, { queue }: Lane, parts: readonly EvaluationPart[]) {
  return parts.length === 0 ? [] : putOff(deps, queue, BACKLOG.queue, jobsOf(parts))
}

export function without(left: ReadonlySet<string>, parts: readonly EvaluationPart[]): readonly EvaluationPart[] {
  return left.size === 0 ? parts : parts.filter(({ fact }) => !left.has(fact.source_fact_id))
}

export function keysOf(parts: readonly EvaluationPart[]): FactKey[] {
  return parts.map(({ fact }) => fact)
}

export function jobsOf(parts: readonly EvaluationPart[]): EvaluationJob[] {
  return parts.flatMap(({ job }) => job ?? [])
}

export function jobIdsOf(parts: readonly EvaluationPart[]): string[] {
  return jobsOf(parts).map(({ id }) => id)
}

export function idsByFact(parts: readonly EvaluationPart[]): Map<string, string> {
  return new Map(parts.flatMap(({ fact, job }) => (job ? [[fact.source_fact_id, job.id] as const] : [])))
}

export function completed(parts: readonly EvaluationPart[]): JobResult[] {
  return jobIdsOf(parts).map((id) => ({ id, status: 'completed', in_transaction: true }))
}
