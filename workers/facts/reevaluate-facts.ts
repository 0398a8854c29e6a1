import { enqueue } from '../../shared/queue/enqueue.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findBlockedFacts } from '../../shared/store/facts/fact-states.ts'
import { findBlockedIntents } from '../../shared/store/settlement/intents.ts'
import type { Job, WorkerDeps } from '../job.ts'

const BATCH = 1_000

/**
 * Something changed that may have blocked facts: hands every fact with one of these blockers to evaluation, and every
 * intent to posting. Facts keep their state until they are decided anew.
 */
export async function reevaluateFacts(deps: WorkerDeps, jobs: readonly Job<Jobs['facts.reevaluate']>[]): Promise<void> {
  for (const { data } of jobs) {
    let last: string | null = null
    do last = await deps.pool.transaction((tx) => handOn(tx, deps, data, last))
    while (last !== null)
    await deps.pool.transaction((tx) => handOnIntents(tx, deps, data))
  }
}

/** @returns where to go on, or null when all are handed on */
async function handOn(tx: Tx, deps: WorkerDeps, data: Jobs['facts.reevaluate'], after: string | null) {
  const { end_customer_id, blocker_codes } = data
  const facts = await findBlockedFacts(tx, end_customer_id, blocker_codes, after, BATCH)
  await enqueue(
    tx,
    deps.boss,
    'facts.evaluate',
    facts.map((fact) => ({ data: { ...fact } })),
  )
  return facts.length === BATCH ? (facts.at(-1)?.source_fact_id ?? null) : null
}

async function handOnIntents(tx: Tx, deps: WorkerDeps, { end_customer_id, blocker_codes }: Jobs['facts.reevaluate']) {
  const intents = await findBlockedIntents(tx, end_customer_id, blocker_codes)
  await enqueue(
    tx,
    deps.boss,
    'ledger.post',
    intents.map((intent) => ({ data: { ...intent } })),
  )
}
