import type { Mirror } from '../shared/databases/mirror.ts'
import type { Deps } from '../shared/deps/deps.ts'
import type { RightOfWay } from '../shared/process/right-of-way.ts'
import type { PostingSettingsCache } from './facts/posting-settings-cache.ts'
import type { LedgerWaits } from './platform/ledger-waits.ts'
import type { WorkerMetrics } from './platform/metrics.ts'
import type { WebhookTurns } from './webhooks/turns-of-webhooks.ts'

/** Connections, log and configuration of a worker process, with the posting settings that it keeps in memory. */
export type WorkerDeps = Deps & {
  readonly settings: PostingSettingsCache
  readonly waitForLedgers: LedgerWaits
  readonly rightOfWay: RightOfWay
  readonly metrics?: WorkerMetrics
  /** In a further database; missing at home. */
  readonly mirror?: Mirror
  /** Who may send webhooks at once, in all databases of the process. */
  readonly webhookTurns?: WebhookTurns
}

export type Job<Data> = { readonly id: string; readonly data: Data }
export type JobResult =
  | {
      readonly id: string
      readonly status: 'completed'
      /** It was completed in the transaction of its effects, or put off, so there is nothing left to complete. */
      readonly in_transaction?: true
    }
  | { readonly id: string; readonly status: 'failed'; readonly message: string }

/** One result for each job lets a bad one fail alone. A handler that returns nothing succeeds or fails as a whole. */
export type JobHandler = (deps: WorkerDeps, jobs: readonly Job<never>[]) => Promise<JobResult[] | void>

/** How the jobs of a queue are worked: by which handler, how many at a time, in how many loops. */
export type QueueWork = {
  readonly handler: JobHandler
  readonly batch_size: (deps: Deps) => number
  readonly loops: (deps: Deps) => number
  /** Jobs of one API key are worked in one loop of a process at a time, so that the others are free for other keys. */
  readonly one_loop_per_key?: true
}
