import { fetchAgainInASecond } from '../../shared/queue/fetch-again.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockEndCustomerFor } from '../../shared/store/setup/end-customers.ts'
import type { Job, JobResult, WorkerDeps } from '../job.ts'

type ImportQueue = 'camt053.import' | 'camt054.import'
type FileJob = Job<{ readonly end_customer_id: string; readonly import_id: string }>

/** In line with the others who wait, but not until the limit of a statement makes it a fault. */
const MOST_WAIT_MS = 5_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Imports a file in one transaction, unless somebody works for long with the bank entries of the end customer, as another import may. The job is fetched again
 * in a second then, with as many tries as it had, and the connection is free meanwhile.
 */
export async function importWhenFree<Imported>(
  { pool, log }: WorkerDeps,
  queue: ImportQueue,
  { id, data }: FileJob,
  work: (tx: Tx) => Promise<Imported>,
): Promise<{ readonly imported: Imported | null; readonly result: JobResult }> {
  const { end_customer_id } = data
  try {
    const imported = await pool.transaction(async (tx) => {
      await lockEndCustomerFor(tx, end_customer_id, MOST_WAIT_MS)
      return work(tx)
    })
    return { imported, result: { id, status: 'completed' } }
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    log.info({ end_customer_id }, 'an import waits for another work with the bank entries of its end customer')
    await fetchAgainInASecond(pool, queue, [id])
    return { imported: null, result: { id, status: 'completed', in_transaction: true } }
  }
}

function isLockTimeout(error: unknown): boolean {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown }
  return code === LOCK_NOT_AVAILABLE || (cause !== undefined && isLockTimeout(cause))
}
