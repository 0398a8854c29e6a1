import type { QueueName } from '../../contract/platform/queue-names.ts'
import { type Db, row, sql } from '../db/database.ts'

export function listPausedQueues(db: Db): Promise<readonly QueueName[]> {
  return db.anyFirst(sql.type(row<{ queue: QueueName }>())`select queue from paused_queues`)
}

/** @returns since when it is paused: a second pause changes nothing but the reason */
export function pauseQueue(db: Db, queue: QueueName, reason: string | null): Promise<string> {
  return db.oneFirst(sql.type(row<{ paused_at: string }>())`
    insert into paused_queues (queue, reason) values (${queue}, ${reason})
    on conflict (queue) do update set reason = coalesce(excluded.reason, paused_queues.reason)
    returning paused_at
  `)
}

/** @returns false when it was not paused */
export async function resumeQueue(db: Db, queue: QueueName): Promise<boolean> {
  const { rowCount } = await db.query(sql.type(row())`delete from paused_queues where queue = ${queue}`)
  return rowCount === 1
}
