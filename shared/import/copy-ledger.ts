import type { Pool, Tx } from '../store/db/database.ts'
import {
  copyRows,
  findTableInUse,
  listTablesInOrder,
  turnTriggersOff,
  turnTriggersOn,
} from '../store/import/copied-tables.ts'
import { type HoldOptions, inHeldTables } from '../store/import/hold-tables.ts'
import { openScratchReader } from '../store/import/read-scratch.ts'
import { placeWebhooksBehind } from '../store/webhooks/webhook-positions.ts'

/** Adds to the transaction of the copy what has to be true together with it, such as jobs. */
export type AddToCopy = (tx: Tx, end_customer_id: string) => Promise<void>

/**
 * Copies everything of an end customer from a scratch database into another database of this release: all of it or nothing.
 * Subscriptions of that place begin behind the history that comes with it.
 */
export async function copyLedger(
  scratch_url: string,
  to: Pool,
  end_customer_id: string,
  addToCopy: AddToCopy,
  options: HoldOptions = {},
): Promise<void> {
  const tables = await listTablesInOrder(to)
  const reader = await openScratchReader(scratch_url, end_customer_id)
  try {
    // A subscription that is made meanwhile would find no feed, and get the history as news.
    const held = [...tables, 'webhook_subscriptions']
    const copy = async (tx: Tx) => {
      await turnTriggersOff(tx, tables)
      const in_use = await findTableInUse(tx, tables, end_customer_id)
      if (in_use !== null) throw notEmpty(end_customer_id, in_use)
      for (const table of tables) for await (const texts of reader.rowsOf(table)) await copyRows(tx, table, texts)
      await turnTriggersOn(tx, tables)
      await placeWebhooksBehind(tx, end_customer_id)
      await addToCopy(tx, end_customer_id)
    }
    await inHeldTables(to, held, copy, options)
  } finally {
    await reader.close()
  }
}

export function notEmpty(end_customer_id: string, table: string): Error {
  return new Error(
    `The end customer ${end_customer_id} is there already (${table}). An export is imported where nothing of it is.`,
  )
}
