import type { Client } from 'pg'
import { findArrivals, forgetArrival, holdArrival } from '../../store/moving/arrival.ts'
import type { Fence } from '../../store/moving/fence.ts'
import { deleteRows, listTablesToEmpty } from '../../store/moving/moved-tables.ts'
import { isTakenBack, TakenOver } from '../../store/moving/moves.ts'
import { pastTriggers } from '../../store/moving/past-triggers.ts'
import { endWhereItSleeps } from '../../store/moving/time-limits.ts'
import type { MoveSide } from '../sides.ts'

/** Deletes what was copied of somebody who does not arrive. The fence stays, so that whoever is cut off finds what is left to do. */
export async function takeAway(to: MoveSide, fence: Fence): Promise<void> {
  const tables = await listTablesToEmpty(to.pool)
  await pastTriggers(to.pool, to.past_triggers, tables, async (tx) => {
    await endWhereItSleeps(tx)
    if (!(await holdArrival(tx, fence))) throw new TakenOver()
    for (const table of tables) await deleteRows(tx, table, fence.end_customer_id, null)
  })
}

/**
 * Deletes what moves have left in a database that was away, and given up for lost, when they were taken back.
 *
 * @param end_customer_id null: of everybody
 */
export async function clearReturned(home: Client, to: MoveSide, end_customer_id: string | null): Promise<void> {
  for (const fence of await findArrivals(to.owner, end_customer_id)) {
    if (!(await isTakenBack(home, fence))) continue
    await takeAway(to, fence)
    await forgetArrival(to.owner, fence)
  }
}
