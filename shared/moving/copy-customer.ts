import type { Tx } from '../store/db/database.ts'
import { holdArrival, keepHeadsOfArrival } from '../store/moving/arrival.ts'
import type { Fence, Heads } from '../store/moving/fence.ts'
import {
  compareInUtc,
  deleteRows,
  findSubscriptions,
  listMovedTables,
  listSubscriptionsOf,
  listTablesToEmpty,
} from '../store/moving/moved-tables.ts'
import { TakenOver } from '../store/moving/moves.ts'
import { pastTriggers } from '../store/moving/past-triggers.ts'
import { listKeys, oldestUnderWay, seeOneMoment, sinceThen } from '../store/moving/rows-since.ts'
import { beside } from './beside.ts'
import { CannotMove } from './cannot-move.ts'
import { copyAll, copyNewer } from './copy-table.ts'
import type { AtPoint } from './points.ts'
import type { MoveSide } from './sides.ts'

/** Rows by table, as they are in both databases. */
type CopiedRows = Readonly<Record<string, number>>

/** Their subscriptions may be on their way, too. */
const LATER = 'webhook_positions'

/**
 * Copies what is there of an end customer whose books go on, as it is at one moment.
 *
 * @returns the oldest transaction whose rows may be missing
 * @throws CannotMove where the copy differs
 */
export function copyAhead(from: MoveSide, to: MoveSide, fence: Fence): Promise<string> {
  const { end_customer_id } = fence
  return beside(from.pool, async (here) => {
    await seeOneMoment(here)
    const oldest = await oldestUnderWay(here)
    await inBoth(here, to, fence, async (there, tables) => {
      await empty(there, end_customer_id)
      for (const table of tables) if (table !== LATER) await copyAll({ here, there, table, end_customer_id })
    })
    return oldest
  })
}

type Books = {
  readonly heads: Heads
  /** What was copied ahead is older than that; null: nothing was. */
  readonly oldest: string | null
}

/**
 * Copies the rows of an end customer that nobody writes now, in one transaction, which ends only where both databases have the same.
 *
 * @throws CannotMove where they differ
 */
export function copyCustomer(
  from: MoveSide,
  to: MoveSide,
  fence: Fence,
  { heads, oldest }: Books,
  at: AtPoint,
): Promise<CopiedRows> {
  const { end_customer_id, move_id } = fence
  const copied: Record<string, number> = {}
  return beside(from.pool, async (here) => {
    await inBoth(here, to, fence, async (there, tables) => {
      await requireSubscriptions(here, there, end_customer_id)
      const keys = await listKeys(there)
      const since = oldest === null ? null : await sinceThen(here, oldest)
      if (since === null) await empty(there, end_customer_id)
      for (const table of tables) {
        const copy = { here, there, table, end_customer_id }
        const key = keys.get(table)
        // Those of webhooks have not been copied ahead.
        if (since !== null && key !== undefined && table !== LATER) copied[table] = await copyNewer(copy, key, since)
        else {
          if (since !== null) await deleteRows(there, table, end_customer_id, null)
          copied[table] = await copyAll(copy)
        }
      }
      await at('copied')
      await keepHeadsOfArrival(there, move_id, heads)
      await at('compared')
    })
    return copied
  })
}

/** In one transaction of each: the one that is read, and the one that arrives. */
async function inBoth(
  here: Tx,
  to: MoveSide,
  fence: Fence,
  work: (there: Tx, tables: readonly string[]) => Promise<void>,
): Promise<void> {
  await compareInUtc(here)
  const tables = await listMovedTables(to.pool)
  const all = [...new Set([...tables, ...(await listTablesToEmpty(to.pool))])]
  await pastTriggers(to.pool, to.past_triggers, all, async (there) => {
    if (!(await holdArrival(there, fence))) throw new TakenOver()
    await compareInUtc(there)
    await work(there, tables)
  })
}

/** What a try before has left, whose end was cut off. */
async function empty(there: Tx, end_customer_id: string): Promise<void> {
  for (const table of await listTablesToEmpty(there)) await deleteRows(there, table, end_customer_id, null)
}

/** A position without its subscription would send nothing, for ever. */
async function requireSubscriptions(here: Tx, there: Tx, end_customer_id: string): Promise<void> {
  const wanted = await listSubscriptionsOf(here, end_customer_id)
  const known = await findSubscriptions(there, wanted)
  const missing = wanted.filter((id) => !known.has(id))
  if (missing.length > 0)
    throw new CannotMove(
      `The database to move to does not have ${missing.length} of the subscriptions of webhooks that get this end customer.`,
    )
}
