import type { Tx } from '../store/db/database.ts'
import { openScratchReader } from '../store/import/read-scratch.ts'
import { holdArrival, keepHeadsOfArrival } from '../store/moving/arrival.ts'
import type { Fence, Heads } from '../store/moving/fence.ts'
import {
  compareInUtc,
  copyMovedRows,
  deleteRows,
  digestOf,
  findSubscriptions,
  listMovedTables,
  listSubscriptionsOf,
  listTablesToEmpty,
  MAY_MEET_ITS_LIKE,
  type TableDigest,
} from '../store/moving/moved-tables.ts'
import { TakenOver } from '../store/moving/moves.ts'
import { pastTriggers } from '../store/moving/past-triggers.ts'
import { CannotMove } from './cannot-move.ts'
import type { AtPoint } from './points.ts'
import type { MoveSide } from './sides.ts'

/** Rows by table, as they are in both databases. */
type CopiedRows = Readonly<Record<string, number>>

/**
 * Copies all rows of an end customer that nobody writes now, in one transaction, which ends only where both databases have the same.
 *
 * @throws CannotMove where they differ
 */
export async function copyCustomer(
  from: MoveSide,
  to: MoveSide,
  fence: Fence,
  heads: Heads,
  at: AtPoint,
): Promise<CopiedRows> {
  const { end_customer_id, move_id } = fence
  const copied: Record<string, number> = {}
  const tables = await listMovedTables(to.pool)
  const leftovers = await listTablesToEmpty(to.pool)
  const reader = await openScratchReader(from.owner_url, end_customer_id)
  try {
    await pastTriggers(to.pool, to.past_triggers, [...new Set([...tables, ...leftovers])], async (tx) => {
      if (!(await holdArrival(tx, fence))) throw new TakenOver()
      // Of a try before, whose end was cut off.
      for (const table of leftovers) await deleteRows(tx, table, end_customer_id, null)
      await requireSubscriptions(from, tx, end_customer_id)
      for (const table of tables) for await (const texts of reader.rowsOf(table)) await copyMovedRows(tx, table, texts)
      await at('copied')
      for (const table of tables.filter((one) => !MAY_MEET_ITS_LIKE.includes(one)))
        copied[table] = await compareTable(from, tx, table, end_customer_id)
      await keepHeadsOfArrival(tx, move_id, heads)
      await at('compared')
    })
  } finally {
    await reader.close()
  }
  return copied
}

async function compareTable(from: MoveSide, there: Tx, table: string, end_customer_id: string): Promise<number> {
  const [wanted, found] = await Promise.all([
    from.pool.transaction((tx) => digestInUtc(tx, table, end_customer_id)),
    digestInUtc(there, table, end_customer_id),
  ])
  if (JSON.stringify(wanted) === JSON.stringify(found)) return Number(found.count)
  throw new CannotMove(
    `The copy of ${table} differs: ${found.count} rows instead of ${wanted.count}, or rows with another content.`,
  )
}

async function digestInUtc(tx: Tx, table: string, end_customer_id: string): Promise<TableDigest> {
  await compareInUtc(tx)
  return digestOf(tx, table, end_customer_id)
}

/** A position without its subscription would send nothing, for ever. */
async function requireSubscriptions(from: MoveSide, there: Tx, end_customer_id: string): Promise<void> {
  const wanted = await from.pool.transaction((tx) => listSubscriptionsOf(tx, end_customer_id))
  const known = await findSubscriptions(there, wanted)
  const missing = wanted.filter((id) => !known.has(id))
  if (missing.length > 0)
    throw new CannotMove(
      `The database to move to does not have ${missing.length} of the subscriptions of webhooks that get this end customer.`,
    )
}
