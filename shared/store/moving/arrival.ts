import type { Client } from 'pg'
import { row, sql, type Tx } from '../db/database.ts'
import type { Fence, Heads } from './fence.ts'

/**
 * Keeps what works for all end customers away from the rows of one that arrives, until it lives here. Nobody writes them: home leads
 * nobody here yet.
 *
 * @returns false where somebody else has the fence, or it lives here already
 */
export async function expectArrival(owner: Client, { end_customer_id, move_id, epoch }: Fence): Promise<boolean> {
  const { rowCount } = await owner.query(
    `insert into fences (end_customer_id, move_id, epoch, side, state)
    select $1, $2, $3, 'arriving', 'closed'
    where exists (select from fences where move_id = $2)
      or not exists (select from end_customers where end_customer_id = $1)
    on conflict (end_customer_id) do update set
      move_id = excluded.move_id, epoch = excluded.epoch, side = 'arriving', state = 'closed',
      entry_number = null, entry_hash = null, event_number = null
    where fences.move_id = excluded.move_id and fences.side = 'arriving' and fences.epoch <= excluded.epoch`,
    [end_customer_id, move_id, epoch],
  )
  return rowCount === 1
}

/** Holds the fence of who arrives for a transaction. @returns false where somebody has taken the move over, or it is open */
export async function holdArrival(tx: Tx, { end_customer_id, move_id, epoch }: Fence): Promise<boolean> {
  const { rowCount } = await tx.query(sql.type(row())`
    select from fences
    where end_customer_id = ${end_customer_id} and move_id = ${move_id} and epoch = ${epoch} and side = 'arriving'
      and state = 'closed'
    for update
  `)
  return rowCount === 1
}

/**
 * Lets what works for all end customers have the one that has arrived.
 *
 * @returns false where it was open already
 */
export function openArrived(tx: Tx, move_id: string, epoch: number): Promise<boolean> {
  return tx.oneFirst(sql.type(row<{ is_opened: boolean }>())`
    select open_arrived(${move_id}, ${epoch}) as is_opened
  `)
}

/**
 * Subscriptions that the old place did not have get a position behind the last event that it had: they were made during the move, and
 * have no history to send.
 */
export async function placeLateWebhooks(tx: Tx, move_id: string): Promise<void> {
  // Nobody makes one meanwhile, which would find no open end customer, and get the history as news.
  await tx.query(sql.type(row())`lock table webhook_subscriptions in share mode`)
  await tx.query(sql.type(row())`
    insert into webhook_positions (end_customer_id, subscription_id, delivered_number)
    select arrived.end_customer_id, subscription_id, coalesce(arrived.event_number, 0)
    from fences arrived cross join webhook_subscriptions
    where arrived.move_id = ${move_id} and coalesce(arrived.end_customer_id = any(end_customer_ids), true)
    on conflict do nothing
  `)
}

/** How far the books and the feed were at the old place. */
export async function keepHeadsOfArrival(tx: Tx, move_id: string, heads: Heads): Promise<void> {
  await tx.query(sql.type(row())`
    update fences
    set entry_number = ${heads.entry_number}, entry_hash = ${heads.entry_hash}, event_number = ${heads.event_number}
    where move_id = ${move_id}
  `)
}

/** Nobody arrives any more. */
export async function forgetArrival(owner: Client, { end_customer_id, move_id }: Fence): Promise<void> {
  await owner.query(`delete from fences where end_customer_id = $1 and move_id = $2 and side = 'arriving'`, [
    end_customer_id,
    move_id,
  ])
}

/** Of those who do not live here yet. @param end_customer_id null: of everybody */
export async function findArrivals(owner: Client, end_customer_id: string | null): Promise<readonly Fence[]> {
  const { rows } = await owner.query<Fence>(
    `select end_customer_id, move_id, epoch::integer as epoch from fences
    where side = 'arriving' and state = 'closed' and ($1::uuid is null or end_customer_id = $1)`,
    [end_customer_id],
  )
  return rows
}
