import type { PgBoss } from 'pg-boss'
import { FACT_QUEUES, type QueueName } from '../../contract/platform/queue-names.ts'
import type { Deps } from '../../deps/deps.ts'
import { enqueue } from '../../queue/enqueue.ts'
import type { Jobs } from '../../queue/queues.ts'
import type { Tx } from '../../store/db/database.ts'
import { markToDecideAgain } from '../../store/facts/fact-states.ts'
import {
  countUndecidedWork,
  findUndecidedWork,
  type UndecidedWork,
  type WorkFilter,
  type WorkKind,
} from '../../store/platform/undecided-work.ts'
import { findIdsWithJob } from '../../store/platform/waiting-jobs.ts'

const BATCH = 5_000

/** @returns how many had no job that waits */
type Requeue = (tx: Tx, boss: PgBoss, works: readonly UndecidedWork[]) => Promise<number>

const queueFacts = into('facts.backlog', 'source_fact_id', FACT_QUEUES)
const REQUEUE: Readonly<Record<WorkKind, Requeue>> = {
  facts: async (tx, boss, works) => {
    await markToDecideAgain(
      tx,
      works.map(({ end_customer_id, id }) => ({ end_customer_id, source_fact_id: id })),
    )
    return queueFacts(tx, boss, works)
  },
  intents: into('ledger.post', 'intent_id'),
  imports: into('camt053.import', 'import_id'),
  notifications: into('camt054.import', 'import_id'),
}

/**
 * Queues all undecided work that the filter matches and that has no job waiting: its job is lost, or done. What is decided
 * meanwhile is left alone by its job, so repeating this is harmless. A dry run only counts.
 */
export async function requeueWork(
  deps: Deps,
  kind: WorkKind,
  { dryRun, json, ...filter }: WorkFilter & { dryRun?: boolean; json?: boolean },
): Promise<void> {
  const { matching, queued } = dryRun
    ? { matching: await countUndecidedWork(deps.pool, kind, filter), queued: 0 }
    : await queueWork(deps, kind, filter)
  const rest = matching > queued ? `; ${matching - queued} wait with a job already` : ''
  if (json) console.log(JSON.stringify({ matching, queued }))
  else if (dryRun)
    console.log(`${matching} ${kind} match; --dry-run only counts, also those that wait with a job already`)
  else console.log(`${queued} ${kind} are queued${rest}`)
}

/** Queues what has no job waiting, each page in a transaction of its own. */
function queueWork({ pool, boss }: Pick<Deps, 'pool' | 'boss'>, kind: WorkKind, filter: WorkFilter) {
  return inPages((after) => pool.transaction((tx) => queuePage(tx, boss, kind, filter, after)))
}

/** Queues what has no job waiting, all of it in the transaction of the caller. */
export async function queueAllWork(tx: Tx, boss: PgBoss, kind: WorkKind, filter: WorkFilter): Promise<void> {
  await inPages((after) => queuePage(tx, boss, kind, filter, after))
}

type QueuedPage = { readonly matching: number; readonly queued: number; readonly last: string | null }

async function queuePage(tx: Tx, boss: PgBoss, kind: WorkKind, filter: WorkFilter, after: string | null) {
  const works = await findUndecidedWork(tx, kind, filter, after, BATCH)
  const last = works.length === BATCH ? (works.at(-1)?.id ?? null) : null
  return { matching: works.length, queued: await REQUEUE[kind](tx, boss, works), last }
}

async function inPages(queue: (after: string | null) => Promise<QueuedPage>) {
  let [matching, queued, after] = [0, 0, null as string | null]
  do {
    const page = await queue(after)
    matching += page.matching
    queued += page.queued
    after = page.last
  } while (after !== null)
  return { matching, queued }
}

/** @param waiting the queues in which such work waits */
function into<Q extends QueueName>(
  queue: Q,
  key: keyof Jobs[Q] & string,
  waiting: readonly QueueName[] = [queue],
): Requeue {
  return async (tx, boss, works) => {
    const ids = works.map(({ id }) => id)
    const withJob = await findIdsWithJob(tx, waiting, key, ids)
    const without = works.filter(({ id }) => !withJob.has(id))
    const jobs = without.map(({ end_customer_id, id }) => ({ data: { end_customer_id, [key]: id } as Jobs[Q] }))
    await enqueue(tx, boss, queue, jobs)
    return jobs.length
  }
}
