import { type ConstructorOptions, PgBoss, type Queue } from 'pg-boss'
import { sql } from 'slonik'
import type { BlockerCode } from '../accounting/facts/blockers.ts'
import { sha256 } from '../canonical/hash.ts'
import { recordEnqueuedJobs } from '../process/log-context.ts'
import { currentTraceparent } from '../process/tracing.ts'
import { type Tx, withSessionOptions } from '../store/db/database.ts'

/**
 * What each job carries: ids only, the end customer first, and where requests are traced the `traceparent` of what
 * caused it. Every job may run twice.
 */
export type Jobs = {
  'facts.evaluate': { end_customer_id: string; source_fact_id: string }
  /** Tries blocked facts again whose blockers are among `blocker_codes`. */
  'facts.reevaluate': { end_customer_id: string; blocker_codes: readonly BlockerCode[] }
  'ledger.post': { end_customer_id: string; intent_id: string }
  'camt053.import': { end_customer_id: string; import_id: string }
  'settlement.match': { end_customer_id: string }
  'statements.refresh': { end_customer_id: string }
  'maintenance.daily': Record<string, never>
}
export type QueueName = keyof Jobs

export const DEAD_LETTERS = 'dead_letters'

/** Ten years: a job that waits or has failed for good is never thrown away by the passing of time. */
const KEEP_SECONDS = 10 * 365 * 24 * 60 * 60

/** A redrive leaves out what its queue has waiting already, and marks the letter as failed: that one is kept as long. */
const KEPT_LETTERS = { retentionSeconds: KEEP_SECONDS, deleteAfterSeconds: KEEP_SECONDS } as const

/** A worker that dies is noticed after `heartbeatSeconds`; faults are retried with growing delays for about an hour. */
const DEFAULTS = {
  policy: 'standard',
  notify: true,
  deadLetter: DEAD_LETTERS,
  retryLimit: 10,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 300,
  heartbeatSeconds: 10,
  retentionSeconds: KEEP_SECONDS,
  deleteAfterSeconds: 24 * 60 * 60,
} as const satisfies Partial<Queue>

/** `short`: at most one job of the same key is waiting. */
export const QUEUES: Readonly<Record<QueueName, Partial<Queue>>> = {
  'facts.evaluate': DEFAULTS,
  'facts.reevaluate': { ...DEFAULTS, policy: 'short' },
  'ledger.post': DEFAULTS,
  'camt053.import': { ...DEFAULTS, expireInSeconds: 3_600 },
  'settlement.match': { ...DEFAULTS, policy: 'short' },
  'statements.refresh': { ...DEFAULTS, policy: 'short' },
  'maintenance.daily': { ...DEFAULTS, policy: 'short' },
}

type Options = {
  readonly id?: string
  readonly singletonKey?: string
  readonly startAfter?: number
}
type NewJob<Q extends QueueName> = { readonly data: Jobs[Q]; readonly options?: Options }

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
 * Has blocked facts and intents tried again because something changed. At most one such job of each cause is waiting.
 *
 * @param blocker_codes what the change may have removed
 */
export async function enqueueReevaluation(
  tx: Tx,
  boss: PgBoss,
  end_customer_id: string,
  cause: string,
  blocker_codes: readonly BlockerCode[],
): Promise<void> {
  const options = { singletonKey: `${end_customer_id} ${cause}` }
  await enqueue(tx, boss, 'facts.reevaluate', [{ data: { end_customer_id, blocker_codes }, options }])
}

/** Marks jobs as done in the transaction of their effects. */
export async function completeJobs(tx: Tx, boss: PgBoss, queue: QueueName, ids: string[]): Promise<void> {
  if (ids.length > 0) await boss.complete(queue, ids, undefined, { db: bossDb(tx) })
}

/** Lets pg-boss run its SQL text on our transaction, prepared where it has parameters: planning it cost more than running it. */
export function bossDb(tx: Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const template = Object.freeze(Object.assign([text], { raw: Object.freeze([text]) }))
      const query = sql.unsafe(template as unknown as TemplateStringsArray)
      const { rows } = await tx.query({
        ...query,
        ...(values.length > 0 && { name: preparedName(text) }),
        values: values as (string | number | null)[],
      })
      return { rows: [...rows] as Record<string, unknown>[] }
    },
  }
}

const preparedNames = new Map<string, string>()

function preparedName(text: string): string {
  const name = preparedNames.get(text) ?? `boss_${sha256(text).slice(0, 16)}`
  preparedNames.set(text, name)
  return name
}

/**
 * A pg-boss that neither installs nor supervises: what the web process and the commands need. It fetches through an
 * index that has the jobs in order; where statistics were taken while little waited, the planner expects so few that it
 * sorts all of a backlog for each batch instead, unless bitmaps are off.
 */
export function bossFor(database_url: string, options: Partial<ConstructorOptions> = {}): PgBoss {
  return new PgBoss({
    connectionString: withSessionOptions(database_url, '-c enable_bitmapscan=off'),
    max: 2,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    ...options,
  })
}

/** Installs the schema of pg-boss and the queues, or brings both up to date. Safe to repeat. */
export async function installQueues(database_url: string): Promise<void> {
  const boss = bossFor(database_url, { migrate: true, createSchema: true })
  boss.on('error', () => {}) // start() rejects with the same error
  await boss.start()
  try {
    await boss.createQueue(DEAD_LETTERS, { policy: 'standard' })
    await boss.updateQueue(DEAD_LETTERS, KEPT_LETTERS)
    for (const [name, options] of Object.entries(QUEUES)) {
      await boss.createQueue(name, options as Queue)
      const { policy, ...changeable } = options
      await boss.updateQueue(name, changeable)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
