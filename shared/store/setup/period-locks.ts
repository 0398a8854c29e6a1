import { type Db, row, sql, type Tx } from '../db/database.ts'

export type PeriodLockRow = {
  locked_through: string
  hard: boolean
  reason: string
  actor_id: string
  created_at: string
}

/** Every change of the lock, newest first; the first one is in force. */
export function listPeriodLocks(db: Db, end_customer_id: string): Promise<readonly PeriodLockRow[]> {
  return db.any(sql.type(row<PeriodLockRow>())`
    select locked_through, hard, reason, actor_id, created_at
    from period_locks where end_customer_id = ${end_customer_id}
    order by period_lock_id desc
    limit 500
  `)
}

export async function insertPeriodLock(
  tx: Tx,
  end_customer_id: string,
  period_lock_id: string,
  lock: Omit<PeriodLockRow, 'created_at'>,
): Promise<void> {
  await tx.query(sql.type(row())`
    insert into period_locks (end_customer_id, period_lock_id, locked_through, hard, reason, actor_id)
    values (
      ${end_customer_id}, ${period_lock_id}, ${lock.locked_through}, ${lock.hard}, ${lock.reason}, ${lock.actor_id}
    )
  `)
}
