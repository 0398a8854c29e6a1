import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'

export type PeriodLockRow = {
  period_lock_id: string
  locked_through: string
  hard: boolean
  reason: string
  actor_id: string
  created_at: string
}

/** The lock in force: the last change. */
export async function findPeriodLock(db: Db, end_customer_id: string): Promise<PeriodLockRow | null> {
  const { rows } = await listPeriodLocks(db, end_customer_id, { after: null, limit: 1 })
  return rows[0] ?? null
}

/** Changes of the lock, newest first. */
export function listPeriodLocks(
  db: Db,
  end_customer_id: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<Page<PeriodLockRow>> {
  return listPage<PeriodLockRow>(
    db,
    sql.fragment`
    select period_lock_id, locked_through, hard, reason, actor_id, created_at
    from period_locks
    ${keysetPage({
      conditions: [sql.fragment`end_customer_id = ${end_customer_id}`],
      key: 'period_lock_id',
      after,
      limit: limit + 1,
      newest_first: true,
    })}
  `,
    limit,
  )
}

export async function insertPeriodLock(
  tx: Tx,
  end_customer_id: string,
  period_lock_id: string,
  lock: Omit<PeriodLockRow, 'period_lock_id' | 'created_at'>,
): Promise<void> {
  await tx.query(sql.type(row())`
    insert into period_locks (end_customer_id, period_lock_id, locked_through, hard, reason, actor_id)
    values (
      ${end_customer_id}, ${period_lock_id}, ${lock.locked_through}, ${lock.hard}, ${lock.reason}, ${lock.actor_id}
    )
  `)
}
