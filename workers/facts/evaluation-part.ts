import { completeJobs, enqueue } from '../../shared/queue/enqueue.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import type { FactKey } from '../../shared/store/facts/source-facts.ts'
import type { Job, JobResult, WorkerDeps } from '../job.ts'
import { BACKLOG, type Lane } from './lanes.ts'

export type EvaluationJob = Job<Jobs['facts.evaluate']> & { readonly retryCount?: number }
/** A fact with the job that names it; another batch has the job of a fact that only came before. */
export type EvaluationPart = { readonly fact: FactKey; readonly job: EvaluationJob | null }

/** Sends the jobs to the end of the backlog. */
export async function putOff(
  { pool, boss }: WorkerDeps,
  { queue }: Lane,
  parts: readonly EvaluationPart[],
): Promise<JobResult[]> {
  if (parts.length === 0) return []
  await pool.transaction(async (tx) => {
    await completeJobs(tx, boss, queue, jobIdsOf(parts))
    const jobs = parts.flatMap(({ job }) => (job ? [{ data: job.data }] : []))
    await enqueue(tx, boss, BACKLOG.queue, jobs)
  })
  return completed(parts)
}

export function without(left: ReadonlySet<string>, parts: readonly EvaluationPart[]): readonly EvaluationPart[] {
  return left.size === 0 ? parts : parts.filter(({ fact }) => !left.has(fact.source_fact_id))
}

export function keysOf(parts: readonly EvaluationPart[]): FactKey[] {
  return parts.map(({ fact }) => fact)
}

export function jobIdsOf(parts: readonly EvaluationPart[]): string[] {
  return parts.flatMap(({ job }) => job?.id ?? [])
}

export function idsByFact(parts: readonly EvaluationPart[]): Map<string, string> {
  return new Map(parts.flatMap(({ fact, job }) => (job ? [[fact.source_fact_id, job.id] as const] : [])))
}

export function completed(parts: readonly EvaluationPart[]): JobResult[] {
  return jobIdsOf(parts).map((id) => ({ id, status: 'completed' }))
}
