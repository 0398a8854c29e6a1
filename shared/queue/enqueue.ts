import type { PgBoss } from 'pg-boss'
import { blockersFreedBy, type FreeingChange } from '../accounting/facts/freed-by.ts'
import type { QueueName } from '../contract/platform/queue-names.ts'
import { recordEnqueuedJobs } from '../process/log-context.ts'
import { currentTraceparent } from '../process/tracing.ts'
import type { Tx } from '../store/db/database.ts'
import { holdingDb } from './hold-waiting.ts'
import { type Jobs, QUEUES } from './queues.ts'
import { bossDb } from './slonik-adapter.ts'

type JobOptions = {
  readonly id?: string
  readonly singletonKey?: string
  readonly startAfter?: number
  /** Of those that are due, the highest goes first; 0 where nothing is said. */
  readonly priority?: number
  /** Whose job it is. */
  readonly group?: { readonly id: string }
}
type NewJob<Q extends QueueName> = { readonly data: Jobs[Q]; readonly options?: JobOptions }

/** A job that is fetched while its like is inserted takes one more try. Each fetch is one statement, so two follow rarely. */
const TRIES = 10

/**
 * Adds jobs in the caller's transaction: they exist if and only if what they work on does.
 *
 * @param jobs of one queue; those that a `short` queue already has waiting are left out, and what waits waits for the commit
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
  const isShort = QUEUES[queue].policy === 'short'
  const inserts = (isShort ? inOrder(jobs) : jobs).map(({ data, options }) => ({
    data: traceparent ? { traceparent, ...data } : data,
    ...options,
  }))
  const db = isShort ? holdingDb(tx, queue) : bossDb(tx)
  const insert = async () => (await boss.insert(queue, inserts, { db, returnId: isShort }))?.length ?? 0
  const wanted = isShort ? new Set(jobs.map(({ options }) => options?.singletonKey ?? '')).size : 0
  for (let tries = 1; (await insert()) < wanted; tries += 1)
    if (tries === TRIES) throw new Error(`jobs of ${queue} are neither new nor waiting after ${TRIES} tries`)
}

/** Who adds a key waits for another one that has added it, so everybody adds them in one order. */
function inOrder<Job extends { readonly options?: JobOptions }>(jobs: readonly Job[]): readonly Job[] {
  const keyOf = ({ options }: Job) => options?.singletonKey ?? ''
  return jobs.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))))
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
