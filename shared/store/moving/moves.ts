import type { Client } from 'pg'
import { HOME } from '../databases/registry.ts'

export type MoveState =
  | 'planned'
  | 'fenced'
  | 'copying'
  | 'closing'
  | 'closed'
  | 'turned'
  | 'opened'
  | 'cleaned'
  | 'taking_back'
  | 'taken_back'

export type CustomerMove = {
  readonly move_id: string
  readonly end_customer_id: string
  readonly from_name: string
  readonly to_name: string
  readonly state: MoveState
  /** Counted up by whoever takes the move over: who has an older one changes nothing any more. */
  readonly epoch: number
}

export const MOVE_COLUMNS = 'move_id, end_customer_id, from_name, to_name, state, epoch::integer as epoch'
const IS_BEGUN_ANEW = `state in ('copying', 'closing', 'closed')`
export const IS_UNDER_WAY = `state not in ('cleaned', 'taken_back')`

/** The move of an end customer that is not over, or null. */
export async function findMove(home: Client, end_customer_id: string): Promise<CustomerMove | null> {
  const { rows } = await home.query<CustomerMove>(
    `select ${MOVE_COLUMNS} from moves where end_customer_id = $1 and ${IS_UNDER_WAY}`,
    [end_customer_id],
  )
  return rows[0] ?? null
}

/** The name of the database where it was placed; null: nowhere, so it lives at home if there is such a one. */
export async function findPlace(home: Client, end_customer_id: string): Promise<string | null> {
  const { rows } = await home.query<{ database_name: string }>(
    'select database_name from placements where end_customer_id = $1',
    [end_customer_id],
  )
  return rows[0]?.database_name ?? null
}

/** From now on every process asks each time where the end customer lives. Of two that are planned at once there is one. */
export async function planMove(home: Client, end_customer_id: string, to_name: string): Promise<void> {
  await home.query(
    `insert into moves (move_id, end_customer_id, from_name, to_name)
    select gen_random_uuid(), $1, coalesce((select database_name from placements where end_customer_id = $1), $3), $2
    on conflict (end_customer_id) where ${IS_UNDER_WAY} do nothing`,
    [end_customer_id, to_name, HOME],
  )
}

/** Free as soon as PostgreSQL has noticed that who has held it is gone. */
const LOCK = 'select pg_try_advisory_lock(7283006, hashtext($1)) as is_locked'

/**
 * Makes this connection the one that moves.
 *
 * @returns null where another one does
 */
export async function takeOver(home: Client, move_id: string): Promise<CustomerMove | null> {
  const { rows } = await home.query<{ is_locked: boolean }>(LOCK, [move_id])
  if (!rows[0]?.is_locked) return null
  // What was closed was perhaps opened again meanwhile, so it is closed, and copied, anew.
  const taken = await home.query<CustomerMove>(
    `update moves set epoch = epoch + 1,
      state = case when ${IS_BEGUN_ANEW} then 'fenced' else state end,
      changed_at = case when ${IS_BEGUN_ANEW} then clock_timestamp() else changed_at end
    where move_id = $1 and ${IS_UNDER_WAY}
    returning ${MOVE_COLUMNS}`,
    [move_id],
  )
  return taken.rows[0] ?? null
}

/** Whether somebody has ended it. */
export async function isOver(home: Client, { move_id }: CustomerMove): Promise<boolean> {
  const { rowCount } = await home.query(`select from moves where move_id = $1 and not (${IS_UNDER_WAY})`, [move_id])
  return rowCount === 1
}

/** Whether it has ended at its old place. */
export async function isTakenBack(home: Client, { move_id }: Pick<CustomerMove, 'move_id'>): Promise<boolean> {
  const { rowCount } = await home.query(`select from moves where move_id = $1 and state = 'taken_back'`, [move_id])
  return rowCount === 1
}

/** Whether every process has heard of the move by now. */
export async function isKnownFor(home: Client, { move_id }: CustomerMove, known_for_ms: number): Promise<boolean> {
  const { rowCount } = await home.query(
    'select from moves where move_id = $1 and begun_at <= clock_timestamp() - make_interval(secs => $2 / 1000.0)',
    [move_id, known_for_ms],
  )
  return rowCount === 1
}

/** Whether it is so long ago that the move got into its state. */
export async function hasBeenFor(home: Client, { move_id }: CustomerMove, ms: number): Promise<boolean> {
  const { rowCount } = await home.query(
    'select from moves where move_id = $1 and changed_at <= clock_timestamp() - make_interval(secs => $2 / 1000.0)',
    [move_id, ms],
  )
  return rowCount === 1
}

/** @param found what was counted on the way, for who looks later */
export async function advance(
  home: Client,
  move: CustomerMove,
  to: MoveState,
  found: object = {},
): Promise<CustomerMove> {
  const { rows } = await home.query<CustomerMove>(
    `update moves set state = $4, changed_at = clock_timestamp(), found = found || $5
    where move_id = $1 and epoch = $2 and state = $3
    returning ${MOVE_COLUMNS}`,
    [move.move_id, move.epoch, move.state, to, JSON.stringify(found)],
  )
  return requireMine(rows[0])
}

/** The one commit that is the truth: from now on the end customer lives at the new place. */
export async function turn(home: Client, move: CustomerMove, found: object): Promise<CustomerMove> {
  const { rows } = await home.query<CustomerMove>(
    `with turned as (
      update moves set state = 'turned', changed_at = clock_timestamp(), found = found || $3
      where move_id = $1 and epoch = $2 and state = 'closed'
      returning move_id, end_customer_id, from_name, to_name, state, epoch
    ), further as (
      insert into placements (end_customer_id, database_name)
      select end_customer_id, to_name from turned where to_name <> $4
      on conflict (end_customer_id) do update set database_name = excluded.database_name, placed_at = now()
    ), at_home as (
      delete from placements using turned
      where placements.end_customer_id = turned.end_customer_id and to_name = $4
    )
    select ${MOVE_COLUMNS} from turned`,
    [move.move_id, move.epoch, JSON.stringify(found), HOME],
  )
  return requireMine(rows[0])
}

export class TakenOver extends Error {
  constructor() {
    super(
      'Another command, or a worker, has taken this move over. Look at what it does, and run this again if need be.',
    )
  }
}

function requireMine(move: CustomerMove | undefined): CustomerMove {
  if (!move) throw new TakenOver()
  return move
}
