import { fetchAgainInASecond } from '../../shared/queue/wait-for-fence.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockFreeEndCustomer } from '../../shared/store/setup/end-customers.ts'
import type { Job, JobResult, WorkerDeps } from '../job.ts'

type ImportQueue = 'camt053.import' | 'camt054.import'
type ImportJob = Job<{ readonly end_customer_id: string; readonly import_id: string }>

/**
 * Imports a file in one transaction, unless somebody works with the bank entries of the end customer: that may take minutes, and whoever waited for
 * it would hold a connection meanwhile. The job is fetched again in a second then, with as many tries as it had.
 */
export async function importWhenFree<Imported>(
  { pool }: WorkerDeps,
  queue: ImportQueue,
  { id, data }: ImportJob,
  work: (tx: Tx) => Promise<Imported>,
): Promise<{ readonly imported: Imported | null; readonly result: JobResult }> {
  const done = await pool.transaction(async (tx) =>
    (await lockFreeEndCustomer(tx, data.end_customer_id)) ? { imported: await work(tx) } : null,
  )
  if (done) return { ...done, result: { id, status: 'completed' } }
  await fetchAgainInASecond(pool, queue, [id])
  return { imported: null, result: { id, status: 'completed', in_transaction: true } }
}
