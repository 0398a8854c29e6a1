import type { PgBoss } from 'pg-boss'
import { blockersFreedBy, type FreeingChange } from '../accounting/facts/freed-by.ts'
import type { QueueName } from '../contract/platform/queue-names.ts'
import { recordEnqueuedJobs } from '../process/log-context.ts'
import { currentTraceparent } from '../process/tracing.ts'
import type { Tx } from '../store/db/database.ts'
import type { Jobs } from './queues.ts'
import { bossDb } from './slonik-adapter.ts'

type JobOptions = {
  readonly id?: string
  readonly singletonKey?: string
  readonly startAfter?: number
}
type NewJob<Q extends QueueName> = { readonly data: Jobs[Q]; readonly options?: JobOptions }

/**
 * Adds jobs in the caller's transaction: they exist if and only if what they work on does.
 *
 * @param jobs of one queue; those that a `short` queue already has waiting are left out
 */
export async function enqueue<Q extends QueueName>(
  tx: Tx,
  boss: PgBoss,
  queue: Q,
  jobs: readonly NewJob<Q>[],
): Promise<void> {
  if (jobs.length === 0) return
  recordEnqueuedJobs(jobs.flatMap(({ options }) => options?.id ?? []))
  const traceparent = currentTraceparent()
  const inserts = jobs.map(({ data, options }) => ({ data: traceparent ? { traceparent, ...data } : data, ...options }))
  await boss.insert(queue, inserts, { db: bossDb(tx), returnId: false })
}

/**
 * Has the facts and intents tried again whose blockers a change may have removed. At most one such job of each change is
 * waiting: its text is part of the job's singleton key.
 */
export async function enqueueReevaluation(
  tx: Tx,
  boss: PgBoss,
  end_customer_id: string,
  change: Exclude<FreeingChange, 'named' | 'time'>,
): Promise<void> {
  const options = { singletonKey: `${end_customer_id} ${change}` }
  const blocker_codes = blockersFreedBy(change)
  await enqueue(tx, boss, 'facts.reevaluate', [{ data: { end_customer_id, blocker_codes }, options }])
}

/** Completes jobs in the transaction of their effects. */
export async function completeJobs(tx: Tx, boss: PgBoss, queue: QueueName, ids: string[]): Promise<void> {
  if (ids.length > 0) await boss.complete(queue, ids, undefined, { db: bossDb(tx) })
}
