import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, DatabaseError } from 'pg'
import { TABLE_RULES } from '../databases/table-rules.ts'

type Fence = { readonly end_customer_id: string; readonly move_id: string; readonly epoch: number }

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
 * it was cut off.
 */
export async function raiseFence(owner: Client, { end_customer_id, move_id, epoch }: Fence): Promise<void> {
  await owner.query(
    `insert into fences (end_customer_id, move_id, epoch, side, state) values ($1, $2, $3, 'leaving', 'open')
    on conflict (end_customer_id) do nothing`,
    [end_customer_id, move_id, epoch],
  )
  for (const table of FENCED) {
    await inTurn(owner, triggerOf(owner, table, 'in', 'insert', 'new', end_customer_id))
    if (!ONLY_INSERTED.includes(table))
      await inTurn(owner, triggerOf(owner, table, 'out', 'update or delete', 'old', end_customer_id))
  }
}

/** The opposite: first the triggers, as a trigger without a fence lets nobody write. */
export async function takeFenceDown(owner: Client, { end_customer_id, move_id }: Fence): Promise<void> {
  for (const table of FENCED)
    for (const way of ['in', 'out'])
      await inTurn(owner, `drop trigger if exists ${nameOf(way, end_customer_id)} on ${owner.escapeIdentifier(table)}`)
  await owner.query('delete from fences where end_customer_id = $1 and move_id = $2', [end_customer_id, move_id])
}

/**
 * Waits for those who write rows of the end customer now, and lets nobody begin behind them.
 *
 * @returns whether it is closed: false where one of them took longer than that, and nothing has changed
 */
export async function closeFence(owner: Client, { end_customer_id, epoch }: Fence, most_ms: number): Promise<boolean> {
  const { rowCount } = await withinMs(owner, most_ms, () =>
    owner.query(`update fences set state = 'closed' where end_customer_id = $1 and epoch = $2 and state = 'open'`, [
      end_customer_id,
      epoch,
    ]),
  )
  return rowCount === 1
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
