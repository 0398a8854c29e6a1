import type { Client } from 'pg'
import { dropFenceTriggers, FENCED, type Fence } from './fence.ts'
import { inTurn } from './in-turn.ts'
import { forgetWritten } from './written-keys.ts'

/**
 * Where nothing is left of an end customer, nobody writes anything of it before it comes back: a process that has slept since it asked for
 * the place could begin its books anew. For that each table has one trigger for all who have moved away, however many they are.
 *
 * @returns false where somebody has taken the move over
 */
export async function leaveForGood(owner: Client, { end_customer_id, move_id, epoch }: Fence): Promise<boolean> {
  await guardTables(owner)
  const { rowCount } = await owner.query(
    `insert into departed_customers (end_customer_id, move_id)
    select end_customer_id, move_id from fences
    where end_customer_id = $1 and move_id = $2 and epoch = $3 and side = 'leaving' and state = 'gone'
    on conflict (end_customer_id) do update set move_id = excluded.move_id`,
    [end_customer_id, move_id, epoch],
  )
  if (rowCount === 0) return false
  await dropFenceTriggers(owner, move_id)
  // Without a fence all of it is done, so that goes last.
  await forgetWritten(owner, move_id)
  await owner.query('delete from fences where end_customer_id = $1 and move_id = $2', [end_customer_id, move_id])
  return true
}

const GUARD = 'refuse_departed'

/** They stay: nobody who writes waits for the next one to leave. */
async function guardTables(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ table: string }>(
    `select relname as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = $1 and relnamespace = 'public'::regnamespace`,
    [GUARD],
  )
  const guarded = new Set(rows.map(({ table }) => table))
  for (const table of FENCED.filter((one) => !guarded.has(one)))
    await inTurn(
      owner,
      `create or replace trigger ${GUARD} after insert on ${owner.escapeIdentifier(table)}
      referencing new table as added for each statement execute function refuse_departed()`,
    )
}
