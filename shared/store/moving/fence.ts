import assert from 'node:assert/strict'
import type { Client } from 'pg'
import { TABLE_RULES } from '../databases/table-rules.ts'
import { inTurn, withinMs } from './in-turn.ts'
import { COPIED_IN_PAUSE } from './moved-tables.ts'
import { forgetWritten, readKeys } from './written-keys.ts'

export type Fence = { readonly end_customer_id: string; readonly move_id: string; readonly epoch: number }

/** Null for somebody who has no books yet. */
export type Heads = {
  readonly entry_number: string | null
  readonly entry_hash: string | null
  readonly event_number: string | null
}

/** Tables whose rows say whose they are; a stamp is of all ledgers. */
export const FENCED: readonly string[] = Object.entries(TABLE_RULES).flatMap(([table, { move }]) =>
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
export async function raiseFence(owner: Client, fence: Fence): Promise<boolean> {
  const { end_customer_id, move_id, epoch } = fence
  const { rowCount } = await owner.query(
    `insert into fences (end_customer_id, move_id, epoch, side, state) values ($1, $2, $3, 'leaving', 'open')
    on conflict (end_customer_id) do update set epoch = excluded.epoch
    where fences.move_id = excluded.move_id and fences.side = 'leaving' and fences.epoch <= excluded.epoch`,
    [end_customer_id, move_id, epoch],
  )
  if (rowCount === 0) return false
  const keys = await readKeys(owner)
  for (const table of FENCED) {
    if (!(await isMine(owner, fence))) return false
    const kept = argumentsOf(table, keys)
    await inTurn(owner, triggerOf(owner, { table, way: 'in', events: 'insert', row: 'new', kept }, fence))
    if (!ONLY_INSERTED.includes(table))
      await inTurn(owner, triggerOf(owner, { table, way: 'out', events: 'update or delete', row: 'old', kept }, fence))
  }
  return true
}

/** Of tables whose rows are copied while they are written: their name and key, so that what is written since is known. */
function argumentsOf(table: string, keys: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (TABLE_RULES[table]?.move === 'counted anew' || table === COPIED_IN_PAUSE) return []
  const key = keys.get(table)
  assert(key, `rows of ${table} have a key`)
  return [table, ...key]
}

/** Whoever has slept between two triggers makes no more of them for a move that somebody else has ended. */
async function isMine(owner: Client, { move_id, epoch }: Fence): Promise<boolean> {
  const { rowCount } = await owner.query('select from fences where move_id = $1 and epoch = $2', [move_id, epoch])
  return rowCount === 1
}

/** The opposite. */
export async function takeFenceDown(owner: Client, { end_customer_id, move_id }: Fence): Promise<void> {
  await dropFenceTriggers(owner, move_id)
  // As where somebody leaves for good: who is killed in between leaves a fence, and nothing without one.
  await forgetWritten(owner, move_id)
  await owner.query('delete from fences where end_customer_id = $1 and move_id = $2', [end_customer_id, move_id])
}

/** Those of one move: whoever wakes up behind it takes nothing away from the next one. */
export async function dropFenceTriggers(owner: Client, move_id: string): Promise<void> {
  const { rows } = await owner.query<{ name: string; table: string }>(
    `select tgname as name, relname as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = any($1) and relnamespace = 'public'::regnamespace`,
    [(['in', 'out'] as const).map((way) => nameOf(way, move_id))],
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
  const closed = await withinMs(owner, most_ms, () =>
    owner.query(`update fences set state = 'closed' where end_customer_id = $1 and epoch = $2 and state <> 'gone'`, [
      end_customer_id,
      epoch,
    ]),
  )
  return closed?.rowCount === 1
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

type FenceTrigger = {
  readonly table: string
  readonly way: 'in' | 'out'
  readonly events: string
  readonly row: 'new' | 'old'
  /** The table and the columns of its key; none where nobody has to know what is written. */
  readonly kept: readonly string[]
}

function triggerOf(owner: Client, { table, way, events, row, kept }: FenceTrigger, fence: Fence): string {
  return `
    create or replace trigger ${nameOf(way, fence.move_id)} before ${events} on ${owner.escapeIdentifier(table)}
    for each row when (${row}.end_customer_id = ${owner.escapeLiteral(fence.end_customer_id)}::uuid)
    execute function hold_fence(${kept.map((name) => owner.escapeLiteral(name)).join(', ')})
  `
}

function nameOf(way: FenceTrigger['way'], move_id: string): string {
  return `fence_${way}_${move_id.replaceAll('-', '')}`
}
