import { stampLedgers } from '../../shared/proof/stamp-ledgers.ts'
import type { WorkerDeps } from '../job.ts'

/** Stamps the ledgers: each day, and after each close. Where the authority is away, the job is tried again. */
export async function stampDaily(deps: WorkerDeps): Promise<void> {
  const stamp = await stampLedgers(deps)
  if (stamp) deps.log.info(stamp, 'the ledgers are stamped')
}
