import { type Pool, row, sql } from '../db/database.ts'
import type { Probe } from './probe.ts'

/** How far the log of a server has come: in bytes, on one of its timelines. */
export type LogPosition = { readonly position: bigint; readonly timeline: number; readonly system: string }

/** Of a primary: all of that is on its disk, and so is everything that anybody was told before. */
export type FlushedLog = LogPosition & {
  /** How far commits have been answered that wait for synchronous standbys; null where none waits. */
  readonly answered: bigint | null
}

export function readFlushed(pool: Pool): Promise<FlushedLog> {
  return pool.one(sql.type(row<FlushedLog>())`
    select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as position,
      ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer as timeline,
      (select system_identifier::text from pg_control_system()) as system, released_log() as answered
  `)
}

/** Null where the standby receives nothing now. */
type Replayed = {
  readonly position: string
  readonly timeline: number | null
  readonly is_told: boolean
  readonly system: string
}

const REPLAYED = `
  select log.replayed::text as position, log.timeline, log.is_told,
    (select system_identifier::text from pg_control_system()) as system
  from replayed_log() log
  where pg_is_in_recovery()
`

/**
 * Of a standby: what its queries see. Null where it is none any more, and where it does not know of which timeline that is.
 *
 * @throws TimelineIsSecret where the owner of the tables may not tell it
 */
export async function findReplayed({ ask }: Probe): Promise<LogPosition | null> {
  const [found] = await ask<Replayed>(REPLAYED)
  if (found === undefined) return null
  const { position, timeline, is_told, system } = found
  if (!is_told) throw new TimelineIsSecret()
  return timeline === null ? null : { position: BigInt(position), timeline, system }
}

export class TimelineIsSecret extends Error {
  constructor() {
    super('the role that owns the tables is no member of pg_read_all_stats')
  }
}
