import type { Client } from 'pg'
import type { PgBoss } from 'pg-boss'
import type { AtPoint } from './points.ts'
import type { MoveSide } from './sides.ts'

export type MoveTimes = {
  /** A process relies on what it knows for two seconds. Twice that, so that every one has heard of the move. */
  readonly known_for_ms: number
  /** So long the ones who write may go on when they shall pause. */
  readonly close_within_ms: number
  /** So long they may be kept waiting; where everything is copied while they are, as long as it takes. */
  readonly longest_pause_ms: number
  /** Longer than any request: whoever asked the old place has its answer by then. */
  readonly clean_up_after_ms: number
}

/** What the steps of a move work with. */
export type Moving = {
  readonly home: Client
  readonly from: MoveSide
  readonly to: MoveSide
  /** Of the database to move to. */
  readonly boss: PgBoss
  readonly times: MoveTimes
  readonly at: AtPoint
  /** Copies everything while nobody writes. */
  readonly offline: boolean
  /** What this run knows, and one that takes the move over has to do anew. */
  readonly run: {
    /** The oldest transaction whose rows may be missing in what was copied ahead; null: nothing was. */
    oldest: string | null
    /** How many rows were copied ahead, by table. */
    rows: Readonly<Record<string, number>>
    /** How often the pause has become too long. */
    long_pauses: number
    closed_at: number
  }
}
