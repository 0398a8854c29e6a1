import type { PgBoss } from 'pg-boss'
import type { QueueName } from '../../contract/platform/queue-names.ts'
import type { Deps } from '../../deps/deps.ts'
import { enqueue } from '../../queue/enqueue.ts'
import type { Jobs } from '../../queue/queues.ts'
import type { Tx } from '../../store/db/database.ts'
import {
  countUndecidedWork,
  findUndecidedWork,
  type UndecidedWork,
  type WorkFilter,
  type WorkKind,
} from '../../store/platform/undecided-work.ts'

const BATCH = 1_000

type Requeue = (tx: Tx, boss: PgBoss, works: readonly UndecidedWork[]) => Promise<void>

const REQUEUE: Readonly<Record<WorkKind, Requeue>> = {
  facts: into('facts.backlog', (end_customer_id, source_fact_id) => ({ end_customer_id, source_fact_id })),
  intents: into('ledger.post', (end_customer_id, intent_id) => ({ end_customer_id, intent_id })),
  imports: into('camt053.import', (end_customer_id, import_id) => ({ end_customer_id, import_id })),
}

/**
 * Queues all undecided work that the filter matches, even if its job is lost. What is decided meanwhile is left
 * alone by its job, so repeating this is harmless. A dry run only counts.
 */
export async function requeueWork(
  deps: Deps,
  kind: WorkKind,
  { dryRun, json, ...filter }: WorkFilter & { dryRun?: boolean; json?: boolean },
): Promise<void> {
  const matching = dryRun ? await countUndecidedWork(deps.pool, kind, filter) : await queueAll(deps, kind, filter)
  if (json) console.log(JSON.stringify({ matching, queued: dryRun ? 0 : matching }))
  else
    console.log(
      dryRun ? `${matching} ${kind} would be queued; --dry-run only counts` : `${matching} ${kind} are queued`,
    )
}

async function queueAll({ pool, boss }: Deps, kind: WorkKind, filter: WorkFilter): Promise<number> {
  let queued = 0
  let last: string | null = null
  do {
    const after: string | null = last
    const page = await pool.transaction(async (tx) => {
      const works = await findUndecidedWork(tx, kind, filter, after, BATCH)
      await REQUEUE[kind](tx, boss, works)
      return works
    })
    queued += page.length
    last = page.length === BATCH ? (page.at(-1)?.id ?? null) : null
  } while (last !== null)
  return queued
}

function into<Q extends QueueName>(queue: Q, dataOf: (end_customer_id: string, id: string) => Jobs[Q]): Requeue {
  return (tx, boss, works) => {
    const jobs = works.map(({ end_customer_id, id }) => ({ data: dataOf(end_customer_id, id) }))
    return enqueue(tx, boss, queue, jobs)
  }
}
