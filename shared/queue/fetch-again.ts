import type { QueueName } from '../contract/platform/queue-names.ts'
import { type Db, row, sql } from '../store/db/database.ts'

/**
 * Has jobs that a worker has fetched wait for a second, and be fetched again with as many tries as they had: nothing was wrong with
 * them. They keep their ids and keys, and their order.
 */
export async function fetchAgainInASecond(db: Db, queue: QueueName, ids: readonly string[]): Promise<void> {
  await db.query(sql.type(row())`
    update pgboss.job set state = 'retry', start_after = now() + interval '1 second', started_on = null
    where name = ${queue} and id = any(${sql.array(ids, 'uuid')}) and state = 'active'
  `)
}
