import type { Client } from 'pg'
import { row, sql, type Tx } from '../db/database.ts'
import type { Fence, Heads } from './fence.ts'

/** Who leaves is written here again, whatever has happened to its fence. @returns whether there is one */
export async function reopen(owner: Client, { end_customer_id, move_id, epoch }: Fence): Promise<boolean> {
  const { rowCount } = await owner.query(
    `update fences set state = 'open', epoch = $3
    where end_customer_id = $1 and move_id = $2 and side = 'leaving' and state <> 'gone' and epoch <= $3`,
    [end_customer_id, move_id, epoch],
  )
  return rowCount === 1
}

/** From now on nobody reads the rows that are left. @returns whether there is a fence of this move that nobody has taken over */
export async function markGone(tx: Tx, { end_customer_id, move_id, epoch }: Fence): Promise<boolean> {
  const { rowCount } = await tx.query(sql.type(row())`
    update fences set state = 'gone', epoch = ${epoch}
    where end_customer_id = ${end_customer_id} and move_id = ${move_id} and side = 'leaving'
      and state in ('closed', 'gone') and epoch <= ${epoch}
  `)
  return rowCount === 1
}

/**
 * Holds the fence of who is gone for a transaction, together with a worker that has rows of it and is refused a moment later: it would wait
 * for us while we wait for its rows.
 *
 * @returns false where somebody has taken the move over
 */
export async function holdGone(tx: Tx, { end_customer_id, move_id, epoch }: Fence): Promise<boolean> {
  const { rowCount } = await tx.query(sql.type(row())`
    select from fences
    where end_customer_id = ${end_customer_id} and move_id = ${move_id} and epoch = ${epoch} and state = 'gone'
    for share
  `)
  return rowCount === 1
}

/** Of the fence; null where there is none any more. */
export async function findHeads(owner: Client, { move_id }: Pick<Fence, 'move_id'>): Promise<Heads | null> {
  const { rows } = await owner.query<Heads>(
    'select entry_number::text, entry_hash, event_number::text from fences where move_id = $1',
    [move_id],
  )
  return rows[0] ?? null
}

/** Whether the books of an end customer go on from there, or have not begun yet. */
export async function continues(owner: Client, end_customer_id: string, heads: Heads): Promise<boolean> {
  const { entry_number, entry_hash, event_number } = heads
  const { rows } = await owner.query<{ continues: boolean }>(
    `select
      ($2::bigint is null or $2 = 0 or exists (
        select from journal_entries
        where end_customer_id = $1 and entry_number = $2 and entry_hash = $3
      ))
      and ($4::bigint is null or exists (
        select from event_heads where end_customer_id = $1 and last_event_number >= $4
      )) as continues`,
    [end_customer_id, entry_number, entry_hash, event_number],
  )
  return rows[0]?.continues === true
}
