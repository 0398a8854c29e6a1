import type { Deps } from '../../shared/deps/deps.ts'
import { enqueue } from '../../shared/queue/enqueue.ts'
import { findCustomersWithBankEntries } from '../../shared/store/bank/open-movements.ts'
import type { Tx } from '../../shared/store/db/database.ts'

/** Enqueues new proposals for end customers that have bank entries; an open item opened or closed, or entries came in. */
export async function requestMatching(tx: Tx, { boss }: Deps, end_customer_ids: readonly string[]): Promise<void> {
  const wanted = await findCustomersWithBankEntries(tx, [...new Set(end_customer_ids)])
  await enqueue(
    tx,
    boss,
    'settlement.match',
    wanted.map((end_customer_id) => ({ data: { end_customer_id }, options: { singletonKey: end_customer_id } })),
  )
}
