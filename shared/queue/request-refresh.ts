import type { PgBoss } from 'pg-boss'
import type { Tx } from '../store/db/database.ts'
import { enqueue } from './enqueue.ts'

/** Enqueues the refresh of these end customers' statement tables, a moment later, so that many batches share one. */
export async function requestRefresh(
  tx: Tx,
  { boss }: { readonly boss: PgBoss },
  end_customer_ids: readonly string[],
): Promise<void> {
  const jobs = [...new Set(end_customer_ids)].map((end_customer_id) => ({
    data: { end_customer_id },
    options: { singletonKey: end_customer_id, startAfter: 2 },
  }))
  await enqueue(tx, boss, 'statements.refresh', jobs)
}
