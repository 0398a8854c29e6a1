import type { Database } from '../../shared/databases/databases.ts'
import type { Deps } from '../../shared/deps/deps.ts'
import type { Standbys } from '../../shared/deps/open-standbys.ts'
import type { RightOfWay } from '../../shared/process/right-of-way.ts'
import type { NewSourceFact } from '../../shared/store/facts/accept-source-facts.ts'
import type { Authenticator } from './admission/authenticator.ts'
import type { LaneOf } from './admission/lanes.ts'
import type { PollInTurn } from './admission/polls.ts'
import type { QueueDepth } from './admission/queue-depth.ts'
import type { CheckRateLimit } from './admission/rate-limit.ts'
import type { Shares } from './admission/shares.ts'
import type { TakeTurns } from './admission/turns.ts'
import type { AnswerBudget } from './answers/answer-budget.ts'
import type { BodyBudget } from './body/body-budget.ts'
import type { KeyConflict } from './idempotency.ts'
import type { Presence } from './presence.ts'
import type { Uploads } from './uploads/uploads.ts'

/** The dependencies of commands and reads, in one database; the request comes separately. */
export type ApiDeps = SharedApiDeps & ApiDepsOfDatabase

/** What a process has once, whatever database a request is about. */
export type SharedApiDeps = Omit<Deps, 'pool' | 'boss'> & {
  readonly authenticator: Authenticator
  readonly checkRateLimit: CheckRateLimit
  readonly takeTurns: TakeTurns
  readonly bodies: BodyBudget
  readonly answers: AnswerBudget
  readonly uploads: Uploads
  readonly presence: Presence
  /** Null without DATABASE_READ_URLS. */
  readonly standbys: Standbys | null
  readonly shares: Shares
  readonly rightOfWay: RightOfWay
  readonly laneOf: LaneOf
  readonly poll: PollInTurn
  /** Aborted as soon as the process is asked to stop. */
  readonly stopping: AbortSignal
  /** The same for another database. */
  readonly apiDepsIn: (database: Database) => ApiDeps
}

/** What a process has for each database. */
type ApiDepsOfDatabase = Pick<Deps, 'pool' | 'boss'> & {
  readonly queueDepth: QueueDepth
  readonly feeds: Feeds
  /** Resolves when the fact is on disk, or refused. */
  readonly submitFact: (fact: NewSourceFact) => Promise<FactOutcome>
}

/** The result of one request with a fact. `source_fact_id` is null where nothing new has to be waited for. */
export type FactOutcome =
  | { readonly kind: 'created' | 'replayed'; readonly response: string; readonly source_fact_id: string | null }
  | KeyConflict

/** Lets requests wait for events. However many wait, one query serves them all. */
export type Feeds = {
  /** Resolves when the feed has an event behind `after`, or the time is over. */
  changed(end_customer_id: string, after: bigint, seconds: number): Promise<void>
  /** Wakes all waiting requests, and later ones at once, so that none delays the end of the process. */
  close(): void
}
