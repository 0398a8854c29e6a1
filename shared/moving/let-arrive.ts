import type { PgBoss } from 'pg-boss'
import { queueWhatFollows } from '../queue/undecided/queue-work.ts'
import type { Tx } from '../store/db/database.ts'
import { openArrived, placeLateWebhooks } from '../store/moving/arrival.ts'
import type { CustomerMove } from '../store/moving/moves.ts'
import { endWhereItSleeps } from '../store/moving/time-limits.ts'

/** Has an end customer worked where it lives by now, with the jobs that waited at its old place. Harmless where that is done. */
export async function letArrive(
  tx: Tx,
  boss: PgBoss,
  { move_id, epoch, end_customer_id }: Pick<CustomerMove, 'move_id' | 'epoch' | 'end_customer_id'>,
): Promise<void> {
  await endWhereItSleeps(tx)
  if (!(await openArrived(tx, move_id, epoch))) return
  await placeLateWebhooks(tx, move_id)
  await queueWhatFollows(tx, boss, end_customer_id)
}
