import type { PgBoss } from 'pg-boss'
import type { Tx } from '../store/db/database.ts'
import { findNextTurn } from '../store/platform/turns-of-keys.ts'
import { enqueue } from './enqueue.ts'
import type { Jobs } from './queues.ts'

/** Queues of jobs that take long, which keys send many of. */
type QueueInTurn = 'camt053.import' | 'camt054.import'
type ImportJob = { readonly data: Jobs[QueueInTurn]; readonly id?: string }

/**
 * Adds imports of an API key. Keys that have some waiting get their turns one after the other, so that one key with very
 * many does not delay the only one of another.
 */
export async function enqueueInTurn(
  tx: Tx,
  boss: PgBoss,
  queue: QueueInTurn,
  key_id: string,
  jobs: readonly ImportJob[],
): Promise<void> {
  if (jobs.length === 0) return
  const turn = await findNextTurn(tx, queue, key_id)
  const inTurn = jobs.map(({ data, ...id }, index) => ({
    data,
    options: { ...id, priority: -(turn + index), group: { id: key_id } },
  }))
  await enqueue(tx, boss, queue, inTurn)
}
