import type { PeriodLockQuery } from '../../shared/contract/setup/settings.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { Db } from '../../shared/store/db/database.ts'
import { findPeriodLock, listPeriodLocks, type PeriodLockRow } from '../../shared/store/setup/period-locks.ts'
import { cursorOf } from '../http/page.ts'

/** The lock in force, and a page of its changes. */
export async function showPeriodLocks(db: Db, { end_customer_id, limit = 100, starting_after }: PeriodLockQuery) {
  const after = cursorOf('period_lock', starting_after)
  const changes = await listPeriodLocks(db, end_customer_id, { after, limit })
  const current = after === null ? changes.rows[0] : await findPeriodLock(db, end_customer_id)
  return {
    object: 'period_locks',
    end_customer_id,
    locked_through: current?.locked_through ?? null,
    hard: current?.hard ?? false,
    changes: changes.rows.map(presentPeriodLock),
    has_more: changes.has_more,
  }
}

function presentPeriodLock({ period_lock_id, ...change }: PeriodLockRow) {
  return { object: 'period_lock', id: publicId('period_lock', period_lock_id), ...change }
}
