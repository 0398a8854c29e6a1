import type { Client } from 'pg'
import type { LedgerDatabase } from '../databases/registry.ts'
import { type CustomerMove, IS_UNDER_WAY, MOVE_COLUMNS } from './moves.ts'

/** From now on nobody new gets a place there. @returns whether home knows such a database that is, or was, open */
export async function beginDraining(home: Client, name: string): Promise<boolean> {
  const { rowCount } = await home.query(
    `update databases set state = 'draining', draining_since = coalesce(draining_since, clock_timestamp())
    where name = $1 and state <> 'opening'`,
    [name],
  )
  return rowCount === 1
}

/** @returns whether it was drained */
export async function endDraining(home: Client, name: string): Promise<boolean> {
  const { rowCount } = await home.query(
    `update databases set state = 'open', draining_since = null where name = $1 and state = 'draining'`,
    [name],
  )
  return rowCount === 1
}

/** One command at a time drains a database. Free as soon as PostgreSQL has noticed that who has held it is gone. */
export async function holdDraining(home: Client, name: string): Promise<boolean> {
  const { rows } = await home.query<{ is_held: boolean }>(
    'select pg_try_advisory_lock(7283007, hashtext($1)) as is_held',
    [name],
  )
  return rows[0]?.is_held === true
}

type DrainState = {
  readonly is_draining: boolean
  /** No process can think any more that it is open. */
  readonly is_known: boolean
}

export async function findDrainState(home: Client, name: string, known_for_ms: number): Promise<DrainState> {
  const { rows } = await home.query<DrainState>(
    `select state = 'draining' as is_draining,
      coalesce(draining_since <= clock_timestamp() - make_interval(secs => $2 / 1000.0), false) as is_known
    from databases where name = $1`,
    [name, known_for_ms],
  )
  return rows[0] ?? { is_draining: false, is_known: false }
}

/** End customers that live there and do not move yet, in an order of their own. */
export async function listToMove(
  home: Client,
  name: string,
  without: readonly string[],
  most: number,
): Promise<readonly string[]> {
  const { rows } = await home.query<{ end_customer_id: string }>(
    `select end_customer_id from placements
    where database_name = $1 and end_customer_id <> all($2::uuid[])
      and end_customer_id not in (select end_customer_id from moves where ${IS_UNDER_WAY})
    order by end_customer_id limit $3`,
    [name, without, most],
  )
  return rows.map(({ end_customer_id }) => end_customer_id)
}

export type WaitingMove = CustomerMove & {
  /** Nobody asks the old place any more. */
  readonly is_due: boolean
}

/** The moves from or to a database that are not over, the oldest first. */
export async function listMovesOf(
  home: Client,
  name: string,
  clean_up_after_ms: number,
): Promise<readonly WaitingMove[]> {
  const { rows } = await home.query<WaitingMove>(
    `select ${MOVE_COLUMNS},
      state = 'opened' and changed_at <= clock_timestamp() - make_interval(secs => $2 / 1000.0) as is_due
    from moves where $1 in (from_name, to_name) and ${IS_UNDER_WAY}
    order by begun_at, end_customer_id`,
    [name, clean_up_after_ms],
  )
  return rows
}

type DrainedUse = Pick<LedgerDatabase, 'state'> & {
  readonly living: number
  /** Moves from or to there that are not over. */
  readonly moving: number
  /** Who is one of both. */
  readonly left: number
}

/** Who still needs a database, by what home knows; null where home does not know it. */
export async function findDrainedUse(home: Client, name: string): Promise<DrainedUse | null> {
  const { rows } = await home.query<DrainedUse>(
    `with living as (
      select end_customer_id from placements where database_name = $1
    ), moving as (
      select end_customer_id from moves where $1 in (from_name, to_name) and ${IS_UNDER_WAY}
    )
    select state,
      (select count(*)::integer from living) as living,
      (select count(*)::integer from moving) as moving,
      (select count(*)::integer from (table living union table moving) needed) as left
    from databases where name = $1`,
    [name],
  )
  return rows[0] ?? null
}

/** How many have rows in a database: also those whom a home does not know that was restored to an earlier moment. */
export async function countThere(owner: Client): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::integer as count from end_customers')
  return rows[0]?.count ?? 0
}

/** @returns false where somebody needs it. A place that is given there meanwhile has the table of places refuse one of both. */
export async function forgetDatabase(home: Client, name: string): Promise<boolean> {
  const { rowCount } = await home.query(
    `delete from databases
    where name = $1 and state = 'draining'
      and not exists (select from placements where database_name = $1)
      and not exists (select from moves where $1 in (from_name, to_name) and ${IS_UNDER_WAY})`,
    [name],
  )
  return rowCount === 1
}

export async function readBytes(owner: Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  return rows[0]?.bytes ?? 0
}
