import type { Deps } from '../../shared/deps/deps.ts'
import { enqueue } from '../../shared/queue/enqueue.ts'
import type { Tx } from '../../shared/store/db/database.ts'

/** Enqueues the refresh of these end customers' statement tables, a moment later, so that many batches share one. */
export async function requestRefresh(tx: Tx, { boss }: Deps, end_customer_ids: readonly string[]): Promise<void> {
  const jobs = [...new Set(end_customer_ids)].map((end_customer_id) => ({
    data: { end_customer_id },
    options: { singletonKey: end_customer_id, startAfter: 2 },
  }))
  await enqueue(tx, boss, 'statements.refresh', jobs)
}
