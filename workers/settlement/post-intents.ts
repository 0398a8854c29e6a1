import { QUEUES } from '../../shared/queue/queues.ts'
import { isDatabaseAway } from '../../shared/store/db/database-away.ts'
import { isLasting } from '../../shared/store/db/lasting-error.ts'
import { behindFence } from '../../shared/store/moving/behind-fence.ts'
import type { JobResult, WorkerDeps } from '../job.ts'
import { logOutcomes } from '../platform/log-outcomes.ts'
import { type IntentJob, putOff, triesOf } from '../platform/put-off.ts'
import { blockFailedIntent, logFailedIntent } from './block-failed-intent.ts'
import { postInLedger } from './post-in-ledger.ts'

/** The jobs of a ledger whose transaction failed, with the error. */
type Refused = { readonly jobs: readonly IntentJob[]; readonly error: unknown }

/** So often the jobs of refused ledgers are cut at once. */
const CUTS = 16

/**
 * Posts the entries that intents ask for, ledger by ledger and in their order. An intent that cannot be executed stops no
 * other: the intents of its ledger are cut in halves until it stands alone and is blocked, after the ledgers of others.
 * Only so many cuts are made at once; what is left then goes to the end of the queue.
 *
 * @throws when the database is away: then all jobs are tried again later. When an end customer moves: then its jobs are
 */
export async function postIntents(deps: WorkerDeps, jobs: readonly IntentJob[]): Promise<JobResult[]> {
  const results: JobResult[] = []
  const refused: Refused[] = []
  const attempt = async (some: readonly IntentJob[]) => {
    const error = await postTogether(deps, some)
    if (error === null) results.push(...completed(some))
    else refused.push({ jobs: some, error })
  }
  for (const ofLedger of Map.groupBy(jobs, ({ data }) => data.end_customer_id).values()) await attempt(ofLedger)
  let cuts = 0
  for (let next = refused.shift(); next; next = refused.shift()) {
    const [first, ...others] = next.jobs
    if (first && others.length === 0) results.push(await settleAlone(deps, first, next.error))
    else if (cuts >= CUTS) results.push(...(await putOff(deps, 'ledger.post', 'ledger.post', next.jobs)))
    else {
      cuts += 1
      for (const half of halvesOf(next.jobs)) await attempt(half)
    }
  }
  return results
}

/** @returns what failed, or null */
async function postTogether(deps: WorkerDeps, jobs: readonly IntentJob[]): Promise<unknown> {
  const [first] = jobs
  if (!first) return null
  const keys = jobs.map(({ data }) => data)
  try {
    const outcomes = await deps.pool.transaction((tx) => postInLedger(tx, deps, first.data.end_customer_id, keys))
    logOutcomes(deps, 'ledger.post', outcomes, new Map(jobs.map(({ id, data }) => [data.intent_id, id])))
    return null
  } catch (error) {
    if (isDatabaseAway(error) || behindFence(error)) throw error
    return error
  }
}

/** An intent that the database refuses for what it is, or that was tried as often as jobs are, is blocked. */
async function settleAlone(deps: WorkerDeps, job: IntentJob, error: unknown) {
  const { id, data } = job
  if (isLasting(error) || triesOf(job) >= (QUEUES['ledger.post'].retryLimit ?? 0)) {
    await blockFailedIntent(deps, data, error)
    return { id, status: 'completed' as const }
  }
  logFailedIntent(deps, data, error)
  return { id, status: 'failed' as const, message: error instanceof Error ? error.message : String(error) }
}

function halvesOf(jobs: readonly IntentJob[]): (readonly IntentJob[])[] {
  const half = Math.ceil(jobs.length / 2)
  return [jobs.slice(0, half), jobs.slice(half)]
}

function completed(jobs: readonly IntentJob[]): JobResult[] {
  return jobs.map(({ id }) => ({ id, status: 'completed' }))
}
