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
import { listKeys, listReferredTables } from '../store/moving/replace-rows.ts'
import { oldestUnderWay, seeOneMoment, sinceThen } from '../store/moving/rows-since.ts'
import { beside } from './beside.ts'
import { CannotMove } from './cannot-move.ts'
import { copyAll, copyNewer, type TableCopy } from './copy-table.ts'
import { NO_PAUSE, type WritePause } from './pause.ts'
import type { AtPoint } from './points.ts'
import type { MoveSide } from './sides.ts'

/** Rows by table, as they are in both databases. */
type CopiedRows = Readonly<Record<string, number>>

/** Their subscriptions may be on their way, too. */
const LATER = 'webhook_positions'

/**
 * Copies what is there of an end customer whose books go on, as it is at one moment.
 *
 * @param oldest of the round before, whose copy is there; null: there is none
 * @returns the oldest transaction whose rows may be missing
 * @throws CannotMove where the copy differs
 */
export function copyAhead(from: MoveSide, to: MoveSide, fence: Fence, oldest: string | null): Promise<string> {
  return beside(from.pool, async (here) => {
    await seeOneMoment(here)
    const missing = await oldestUnderWay(here)
    await inBoth(here, to, fence, NO_PAUSE, async (there, all) => {
      const tables = all.filter((table) => table !== LATER)
      await copyTables({ here, there, tables, oldest, pause: NO_PAUSE }, fence)
    })
    return missing
  })
}

type Books = {
  readonly heads: Heads
  /** What was copied ahead is older than that; null: nothing was. */
  readonly oldest: string | null
  readonly pause: WritePause
}

/**
 * Copies the rows of an end customer that nobody writes now, in one transaction, which ends only where both databases have the same.
 *
 * @throws CannotMove where they differ
 */
export async function copyCustomer(
  from: MoveSide,
  to: MoveSide,
  fence: Fence,
  { heads, oldest, pause }: Books,
  at: AtPoint,
): Promise<CopiedRows> {
  let copied: CopiedRows = {}
  await beside(from.pool, async (here) => {
    await inBoth(here, to, fence, pause, async (there, tables) => {
      await requireSubscriptions(here, there, fence.end_customer_id)
      copied = await copyTables({ here, there, tables, oldest, pause }, fence)
      await at('copied')
      await keepHeadsOfArrival(there, fence.move_id, heads)
      pause.check()
      await at('compared')
    })
  })
  return copied
}

type Round = Pick<TableCopy, 'here' | 'there' | 'pause'> & {
  readonly tables: readonly string[]
  readonly oldest: string | null
}

async function copyTables(
  { here, there, tables, oldest, pause }: Round,
  { end_customer_id }: Fence,
): Promise<CopiedRows> {
  const keys = await listKeys(there)
  const referred = await listReferredTables(there)
  const since = oldest === null ? null : await sinceThen(here, oldest)
  // What a try before has left, whose end was cut off.
  if (since === null)
    for (const table of await listTablesToEmpty(there)) await deleteRows(there, table, end_customer_id, null)
  const copied: Record<string, number> = {}
  for (const table of tables) {
    const copy = { here, there, table, end_customer_id, pause }
    const key = keys.get(table)
    if (since !== null && key !== undefined && table !== LATER)
      copied[table] = await copyNewer(copy, { since, key, is_referred: referred.has(table) })
    else {
      if (since !== null) await deleteRows(there, table, end_customer_id, null)
      copied[table] = await copyAll(copy)
    }
  }
  return copied
}

/** In one transaction of each: the one that is read, and the one that arrives. */
async function inBoth(
  here: Tx,
  to: MoveSide,
  fence: Fence,
  pause: WritePause,
  work: (there: Tx, tables: readonly string[]) => Promise<void>,
): Promise<void> {
  await compareInUtc(here)
  const tables = await listMovedTables(to.pool)
  const all = [...new Set([...tables, ...(await listTablesToEmpty(to.pool))])]
  const copy = async (there: Tx) => {
    await pause.limit(here, there)
    if (!(await holdArrival(there, fence))) throw new TakenOver()
    await compareInUtc(there)
    await work(there, tables)
  }
  await pastTriggers(to.pool, to.past_triggers, all, copy, pause.check)
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
