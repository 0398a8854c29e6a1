import type { QueueName } from '../../contract/platform/queue-names.ts'
import { type Db, row, sql } from '../db/database.ts'

/**
 * The turn of the next job of an API key in a queue whose jobs have their turns as priorities below zero: behind its own
 * jobs that wait, and not before the turn that the queue has come to. A job that is tried again later is in nobody's way.
 */
export function findNextTurn(db: Db, queue: QueueName, key_id: string): Promise<number> {
  return db.oneFirst(sql.type(row<{ turn: number }>())`
    select coalesce(greatest(min(-priority), max(-priority) filter (where group_id = ${key_id}) + 1), 0) as turn
    from pgboss.job
    where name = ${queue} and state < 'active' and not blocked and start_after <= now()
  `)
}
