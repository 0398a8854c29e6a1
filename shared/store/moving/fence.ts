import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, DatabaseError } from 'pg'
import { TABLE_RULES } from '../databases/table-rules.ts'

export type Fence = { readonly end_customer_id: string; readonly move_id: string; readonly epoch: number }

/** Null for somebody who has no books yet. */
export type Heads = {
  readonly entry_number: string | null
  readonly entry_hash: string | null
  readonly event_number: string | null
}

/** A trigger waits so long for who writes its table, and who writes it meanwhile for the trigger. */
const TRIGGER_MS = 100
const LOCK_NOT_AVAILABLE = '55P03'

/** Tables whose rows say whose they are; a stamp is of all ledgers. */
const FENCED = Object.entries(TABLE_RULES).flatMap(([table, { move }]) =>
  ['replicated', 'copied', 'counted anew'].includes(move) && table !== 'time_stamps' ? [table] : [],
)
/** Old records are purged whoever moves, and are nobody's who does not repeat a request. */
const ONLY_INSERTED = ['idempotency_records']

/**
 * From now on whoever writes rows of an end customer holds its fence, which is open; nobody else is asked. It may be called again after
 * it was cut off, and takes a fence of this move over as it is.
 *
 * @returns false where somebody else has it
 */
export async function raiseFence(owner: Client, { end_customer_id, move_id, epoch }: Fence): Promise<boolean> {
  const { rowCount } = await owner.query(
    `insert into fences (end_customer_id, move_id, epoch, side, state) values ($1, $2, $3, 'leaving', 'open')
    on conflict (end_customer_id) do update set epoch = excluded.epoch
    where fences.move_id = excluded.move_id and fences.side = 'leaving' and fences.epoch <= excluded.epoch`,
    [end_customer_id, move_id, epoch],
  )
  if (rowCount === 0) return false
  for (const table of FENCED) {
    await inTurn(owner, triggerOf(owner, table, 'in', 'insert', 'new', end_customer_id))
    if (!ONLY_INSERTED.includes(table))
      await inTurn(owner, triggerOf(owner, table, 'out', 'update or delete', 'old', end_customer_id))
  }
  return true
}

/** The opposite: first the triggers, as a trigger without a fence lets nobody write. */
export async function takeFenceDown(owner: Client, { end_customer_id, move_id }: Fence): Promise<void> {
  await dropTriggers(owner, end_customer_id, FENCED)
  await owner.query('delete from fences where end_customer_id = $1 and move_id = $2', [end_customer_id, move_id])
}

/**
 * Where nothing is left of an end customer, nothing has to be kept away. One trigger stays, which has no fence and so refuses everything:
 * a process that has slept since it asked for the place could begin its books anew.
 */
export async function leaveFenceBehind(owner: Client, { end_customer_id, move_id }: Fence): Promise<void> {
  const others = FENCED.filter((table) => table !== 'end_customers')
  await dropTriggers(owner, end_customer_id, others)
  await owner.query('delete from fences where end_customer_id = $1 and move_id = $2', [end_customer_id, move_id])
}

async function dropTriggers(owner: Client, end_customer_id: string, tables: readonly string[]): Promise<void> {
  const { rows } = await owner.query<{ name: string; table: string }>(
    `select tgname as name, relname as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = any($1) and relname = any($2) and relnamespace = 'public'::regnamespace`,
    [['in', 'out'].map((way) => nameOf(way, end_customer_id)), tables],
  )
  for (const { name, table } of rows)
    await inTurn(owner, `drop trigger if exists ${name} on ${owner.escapeIdentifier(table)}`)
}

/**
 * Waits for those who write rows of the end customer now, and lets nobody begin behind them.
 *
 * @returns whether it is closed: false where one of them took longer than that, and nothing has changed
 */
export async function closeFence(owner: Client, { end_customer_id, epoch }: Fence, most_ms: number): Promise<boolean> {
  const { rowCount } = await withinMs(owner, most_ms, () =>
    owner.query(`update fences set state = 'closed' where end_customer_id = $1 and epoch = $2 and state <> 'gone'`, [
      end_customer_id,
      epoch,
    ]),
  )
  return rowCount === 1
}

/** How far the books and the feed were when the fence was closed; a second statement, as the first one began before that. */
export async function keepHeads(owner: Client, { end_customer_id, epoch }: Fence): Promise<Heads | null> {
  const { rows } = await owner.query<Heads>(
    `update fences set entry_number = head.last_entry_number, entry_hash = head.last_entry_hash, event_number = feed.last_event_number
    from (select $1::uuid as end_customer_id) moving
    left join ledger_heads head using (end_customer_id) left join event_heads feed using (end_customer_id)
    where fences.end_customer_id = moving.end_customer_id and epoch = $2 and state = 'closed'
    returning entry_number::text, entry_hash, event_number::text`,
    [end_customer_id, epoch],
  )
  return rows[0] ?? null
}

/** @returns whether it was closed, and is open */
export async function openFence(owner: Client, { end_customer_id, epoch }: Fence): Promise<boolean> {
  const { rowCount } = await owner.query(
    `update fences set state = 'open' where end_customer_id = $1 and epoch = $2 and state = 'closed'`,
    [end_customer_id, epoch],
  )
  return rowCount === 1
}

function triggerOf(owner: Client, table: string, way: string, events: string, row: string, customer: string): string {
  return `
    create or replace trigger ${nameOf(way, customer)} before ${events} on ${owner.escapeIdentifier(table)}
    for each row when (${row}.end_customer_id = ${owner.escapeLiteral(customer)}::uuid) execute function hold_fence()
  `
}

function nameOf(way: string, end_customer_id: string): string {
  return `fence_${way}_${end_customer_id.replaceAll('-', '')}`
}

/** Again and again: whoever waits for the table behind the trigger would wait for the one that writes it now. */
async function inTurn(owner: Client, ddl: string): Promise<void> {
  while ((await withinMs(owner, TRIGGER_MS, () => owner.query(ddl))).rowCount === GIVEN_UP) await sleep(TRIGGER_MS)
}

const GIVEN_UP = -1

/** A statement that waits for a lock no longer than that. */
async function withinMs(owner: Client, most_ms: number, run: () => Promise<{ rowCount: number | null }>) {
  await owner.query('begin')
  try {
    await owner.query(`set local lock_timeout = ${Math.ceil(most_ms)}`)
    const result = await run()
    await owner.query('commit')
    return result
  } catch (error) {
    await owner.query('rollback')
    if ((error as DatabaseError).code === LOCK_NOT_AVAILABLE) return { rowCount: GIVEN_UP }
    throw error
  }
}
