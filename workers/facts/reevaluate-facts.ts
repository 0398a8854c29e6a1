import { enqueue } from '../../shared/queue/enqueue.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import { queueIntents } from '../../shared/queue/undecided/queue-work.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findBlockedFacts, markToDecideAgain } from '../../shared/store/facts/fact-states.ts'
import type { AwaitedBy } from '../../shared/store/facts/find-awaited.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { findFactsWithJob } from '../../shared/store/platform/waiting-jobs.ts'
import { findBlockedIntents } from '../../shared/store/settlement/intents.ts'
import type { Job, WorkerDeps } from '../job.ts'

/** Each page reads the jobs of the end customer that wait. */
const BATCH = 5_000

type Reevaluation = Jobs['facts.reevaluate']

/**
 * Something changed that may have blocked facts: hands the facts with one of these blockers that it concerns to evaluation,
 * and every intent to posting. Facts keep their state until they are decided anew, in the order in which they came. What has
 * a job that waits gets no other one: it is fetched after the change was committed, so it sees it.
 */
export async function reevaluateFacts(deps: WorkerDeps, jobs: readonly Job<Reevaluation>[]): Promise<void> {
  for (const data of together(jobs.map(({ data }) => data))) {
    let last: string | null = null
    do last = await deps.pool.transaction((tx) => handOn(tx, deps, data, last))
    while (last !== null)
    await deps.pool.transaction((tx) => handOnIntents(tx, deps, data))
  }
}

/** Jobs of one end customer that differ in what the facts wait for are one. */
function together(all: readonly Reevaluation[]): Reevaluation[] {
  const kindOf = ({ waits_for, traceparent: _, ...rest }: Reevaluation & { traceparent?: string }) =>
    JSON.stringify([rest, waits_for === undefined])
  return [...Map.groupBy(all, kindOf).values()].flatMap((alike) => {
    const waits_for = [...new Set(alike.flatMap((one) => one.waits_for ?? []))]
    return alike.slice(0, 1).map((first) => (first.waits_for === undefined ? first : { ...first, waits_for }))
  })
}

/** @returns where to go on, or null when all are handed on */
async function handOn(tx: Tx, deps: WorkerDeps, data: Reevaluation, after: string | null) {
  const { end_customer_id, blocker_codes, import_id } = data
  // An import holds no ledger: a batch that did not see its bank entries may not have said yet what waits for them.
  if (import_id !== undefined) await lockLedgers(tx, [end_customer_id])
  const facts = await findBlockedFacts(tx, end_customer_id, blocker_codes, awaitedBy(data), after, BATCH)
  // First: it holds the states, so that no decision which this one does not see takes the mark away.
  await markToDecideAgain(tx, facts)
  const ids = facts.map(({ source_fact_id }) => source_fact_id)
  const withJob = facts.length > 0 ? await findFactsWithJob(tx, end_customer_id, ids) : new Set<string>()
  const without = facts.filter(({ source_fact_id }) => !withJob.has(source_fact_id))
  await enqueue(
    tx,
    deps.boss,
    'facts.backlog',
    without.map((fact) => ({ data: { ...fact } })),
  )
  return facts.length === BATCH ? (facts.at(-1)?.source_fact_id ?? null) : null
}

function awaitedBy({ end_customer_id, waits_for, import_id }: Reevaluation): AwaitedBy | null {
  if (import_id !== undefined) return { end_customer_id, import_id }
  return waits_for === undefined ? null : { end_customer_id, waits_for }
}

async function handOnIntents(tx: Tx, deps: WorkerDeps, { end_customer_id, blocker_codes }: Reevaluation) {
  const intents = await findBlockedIntents(tx, end_customer_id, blocker_codes)
  if (intents.length === 0) return
  const works = intents.map(({ end_customer_id, intent_id }) => ({ end_customer_id, id: intent_id }))
  await queueIntents(tx, deps.boss, works)
}
