import type { PgBoss } from 'pg-boss'
import { findCustomersWithBankEntries } from '../store/bank/open-movements.ts'
import type { Tx } from '../store/db/database.ts'
import { enqueue } from './enqueue.ts'

/**
 * Enqueues new proposals for end customers that have bank entries; an open item opened or closed, or entries came in. Items
 * that change before there are bank entries ask for nothing: the first import waits for those that did not see them.
 */
export async function requestMatching(
  tx: Tx,
  { boss }: { readonly boss: PgBoss },
  end_customer_ids: readonly string[],
  { is_first_import = false } = {},
): Promise<void> {
  const wanted = await findCustomersWithBankEntries(tx, [...new Set(end_customer_ids)])
  const more = is_first_import ? { is_first_import } : {}
  await enqueue(
    tx,
    boss,
    'settlement.match',
    wanted.map((end_customer_id) => ({
      data: { end_customer_id, ...more },
      options: { singletonKey: end_customer_id },
    })),
  )
}
