import type { Pool } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'

/** Runs something while another transaction holds the ledger of an end customer. */
export async function whileHeld(pool: Pool, end_customer_id: string, run: () => Promise<unknown>): Promise<void> {
  const locked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = pool.transaction(async (tx) => {
    await lockLedgers(tx, [end_customer_id])
    locked.resolve()
    await over.promise
  })
  await Promise.race([locked.promise, holding])
  try {
    await run()
  } finally {
    over.resolve()
    await holding
  }
}
