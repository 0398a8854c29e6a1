import { type Db, row, sql } from '../db/database.ts'
import type { LedgerDatabase } from './registry.ts'

/** A ledger database as processes know it. */
export type KnownDatabase = Omit<LedgerDatabase, 'owner_url_variable'>

export type KnownPlaces = {
  /** Home among them; none while home is the only one. */
  readonly databases: readonly KnownDatabase[]
  /** Who is on the way, or was until lately: their place is asked for each time. */
  readonly moving: readonly string[]
}

/** Twice as long as a process relies on what it knows. */
const MOVED_LATELY_MS = 4_000

/** All that a process remembers places by, in one query. */
export async function readKnownPlaces(home: Db): Promise<KnownPlaces> {
  return home.one(sql.type(row<KnownPlaces>())`
    select
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'name', databases.name, 'database_id', databases.database_id, 'home_id', home.home_id,
          'url_variable', url_variable, 'state', state, 'weight', weight
        ) order by databases.name)
        from databases, database_identity home
      ), '[]') as databases,
      array(
        select end_customer_id::text from moves
        where state not in ('cleaned', 'taken_back')
          or changed_at > clock_timestamp() - make_interval(secs => ${MOVED_LATELY_MS / 1_000})
      ) as moving
  `)
}
