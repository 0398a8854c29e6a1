import type { Blocker } from '../../shared/accounting/facts/blockers.ts'
import type { FactState } from '../../shared/contract/facts/source-facts.ts'
import type { QueueName } from '../../shared/contract/platform/queue-names.ts'
import type { IntentState } from '../../shared/contract/primitives.ts'
import { type Kind, publicId } from '../../shared/process/ids.ts'
import { idFields } from '../../shared/process/log-context.ts'
import type { Job, WorkerDeps } from '../job.ts'

/** The subject of a job, the key that asked for it, and its outcome; `subject_id` is a UUID. */
export type Outcome = {
  readonly kind: Kind
  readonly subject_id: string
  readonly end_customer_id: string
  readonly request_id?: string | undefined
  /** The API key that asked. */
  readonly actor_id?: string | undefined
  readonly outcome: FactState | IntentState | 'imported' | 'rejected' | 'already_decided'
  readonly entry_number?: bigint | undefined
  readonly blockers?: readonly Blocker[]
  /** The time of acceptance, for a subject that was never decided before: the log then has how long it took. */
  readonly accepted_at?: string | undefined
}

/**
 * Logs a line for each subject that was decided, with its request and its job; a fact of an extra customer has no job
 * here. It is called after the commit, so that the log has nothing that did not happen.
 */
export function logOutcomes(
  { log, metrics }: Pick<WorkerDeps, 'log' | 'metrics'>,
  queue: QueueName,
  outcomes: readonly Outcome[],
  jobs: ReadonlyMap<string, string>,
): void {
  const now = Date.now()
  const isLogged = log.isLevelEnabled('info')
  for (const { kind, subject_id, entry_number, blockers = [], accepted_at, ...rest } of outcomes) {
    const lag_ms = accepted_at === undefined ? undefined : Math.max(0, now - Date.parse(accepted_at))
    if (lag_ms !== undefined && rest.outcome === 'posted') metrics?.posted(lag_ms / 1_000)
    if (!isLogged) continue
    const { actor_id: key_id, ...fields } = rest
    log.info(
      {
        queue,
        job_id: jobs.get(subject_id),
        ...fields,
        key_id,
        [kind]: publicId(kind, subject_id),
        entry_number: entry_number === undefined ? undefined : Number(entry_number),
        blockers: blockers.length > 0 ? [...new Set(blockers.map(({ code }) => code))] : undefined,
        lag_ms,
      },
      'job',
    )
  }
}

/** Logs a line for a whole batch: its jobs, how many failed, and how long it took. */
export function logBatch(
  { log, metrics }: Pick<WorkerDeps, 'log' | 'metrics'>,
  queue: QueueName,
  jobs: readonly Job<unknown>[],
  failed: number,
  ms: number,
): void {
  metrics?.batch(queue, jobs.length - failed, failed, ms / 1_000)
  const ids = jobs.map(({ id }) => id)
  log.info({ queue, ...idFields('job', ids), failed, ms: Math.round(ms * 10) / 10 }, 'batch')
}
