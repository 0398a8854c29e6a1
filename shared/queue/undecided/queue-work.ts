import type { PgBoss } from 'pg-boss'
import { FACT_QUEUES, type QueueName } from '../../contract/platform/queue-names.ts'
import type { Pool, Tx } from '../../store/db/database.ts'
import { markToDecideAgain } from '../../store/facts/fact-states.ts'
import {
  findUndecidedWork,
  type UndecidedWork,
  WORK_KINDS,
  type WorkFilter,
  type WorkKind,
} from '../../store/platform/undecided-work.ts'
import { findIdsWithJob } from '../../store/platform/waiting-jobs.ts'
import { enqueue } from '../enqueue.ts'
import type { Jobs } from '../queues.ts'
import { requestMatching } from '../request-matching.ts'
import { requestRefresh } from '../request-refresh.ts'
import { requestTransfer } from '../request-transfer.ts'

const BATCH = 5_000

/** @returns how many had no job that waits */
type Requeue = (
  tx: Tx,
  boss: PgBoss,
  works: readonly Pick<UndecidedWork, 'end_customer_id' | 'id'>[],
) => Promise<number>

/** Also of intents that are blocked: a job that waits sees what was committed before it is fetched. */
export const queueIntents = into('ledger.post', 'intent_id')
const queueFacts = into('facts.backlog', 'source_fact_id', FACT_QUEUES)
const REQUEUE: Readonly<Record<WorkKind, Requeue>> = {
  facts: async (tx, boss, works) => {
    await markToDecideAgain(
      tx,
      works.map(({ end_customer_id, id }) => ({ end_customer_id, source_fact_id: id })),
    )
    return queueFacts(tx, boss, works)
  },
  intents: queueIntents,
  imports: into('camt053.import', 'import_id'),
  notifications: into('camt054.import', 'import_id'),
}

/** Queues what has no job waiting, each page in a transaction of its own. */
export function queueWork({ pool, boss }: { pool: Pool; boss: PgBoss }, kind: WorkKind, filter: WorkFilter) {
  return inPages((after) => pool.transaction((tx) => queuePage(tx, boss, kind, filter, after)))
}

/** Queues what has no job waiting, all of it in the transaction of the caller. */
async function queueAllWork(tx: Tx, boss: PgBoss, kind: WorkKind, filter: WorkFilter): Promise<void> {
  await inPages((after) => queuePage(tx, boss, kind, filter, after))
}

/** The jobs that the old place had waiting, as far as they follow from the rows: they are made anew. */
export async function queueWhatFollows(tx: Tx, boss: PgBoss, end_customer_id: string): Promise<void> {
  for (const kind of WORK_KINDS) await queueAllWork(tx, boss, kind, { endCustomer: end_customer_id })
  await requestTransfer(tx, boss, end_customer_id)
  await requestRefresh(tx, { boss }, [end_customer_id])
  await requestMatching(tx, { boss }, [end_customer_id])
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
