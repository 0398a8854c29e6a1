import type { Queue } from 'pg-boss'
import type { KeptBlockerCode } from '../accounting/facts/freed-by.ts'
import type { QueueName } from '../contract/platform/queue-names.ts'

/** How often the job was tried that this one stands for, where it was put off. */
type Tried = { tries?: number }

/**
 * The payload of each job: ids only, the end customer first. Where requests are traced, the `traceparent` of the request
 * that caused the job comes with it. Every job may run twice.
 */
export type Jobs = {
  'facts.evaluate': { end_customer_id: string; source_fact_id: string } & Tried
  /** The same, of keys that send very much. */
  'facts.backlog': { end_customer_id: string; source_fact_id: string } & Tried
  /**
   * Evaluates blocked facts again whose blockers are among `blocker_codes`: all of them, or those that wait for one of
   * `waits_for` (null: that say nothing), or for a bank entry of an import.
   */
  'facts.reevaluate': {
    end_customer_id: string
    blocker_codes: readonly KeptBlockerCode[]
    waits_for?: readonly (string | null)[]
    import_id?: string
  }
  'ledger.post': { end_customer_id: string; intent_id: string } & Tried
  'camt053.import': { end_customer_id: string; import_id: string }
  'camt054.import': { end_customer_id: string; import_id: string }
  /** `is_first_import`: a posting under way did not see that there are bank entries, so it is waited for. */
  'settlement.match': { end_customer_id: string; is_first_import?: boolean }
  'statements.refresh': { end_customer_id: string }
  'vat.transfer': { end_customer_id: string }
  'ledger.stamp': Record<string, never>
  'maintenance.daily': Record<string, never>
}

export const DEAD_LETTERS = 'dead_letters'

/** Ten years: a job that waits or has failed for good is never thrown away by the passing of time. */
const KEEP_SECONDS = 10 * 365 * 24 * 60 * 60

/** A redrive skips jobs that their queue has waiting already, and marks their dead letters as failed: these are kept as long. */
export const DEAD_LETTER_OPTIONS = { retentionSeconds: KEEP_SECONDS, deleteAfterSeconds: KEEP_SECONDS } as const

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
  'facts.backlog': DEFAULTS,
  'facts.reevaluate': { ...DEFAULTS, policy: 'short' },
  'ledger.post': DEFAULTS,
  'camt053.import': { ...DEFAULTS, expireInSeconds: 3_600 },
  'camt054.import': { ...DEFAULTS, expireInSeconds: 3_600 },
  'settlement.match': { ...DEFAULTS, policy: 'short' },
  'statements.refresh': { ...DEFAULTS, policy: 'short' },
  'vat.transfer': { ...DEFAULTS, policy: 'short' },
  // An authority may be away for a day: then it is asked every ten minutes.
  'ledger.stamp': { ...DEFAULTS, policy: 'short', expireInSeconds: 3_600, retryLimit: 160 },
  'maintenance.daily': { ...DEFAULTS, policy: 'short' },
}
