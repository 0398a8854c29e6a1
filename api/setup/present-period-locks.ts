import type { PeriodLockRow } from '../../shared/store/setup/period-locks.ts'

export function presentPeriodLocks(end_customer_id: string, changes: readonly PeriodLockRow[]) {
  return {
    object: 'period_locks',
    end_customer_id,
    locked_through: changes[0]?.locked_through ?? null,
    hard: changes[0]?.hard ?? false,
    changes: changes.map((change) => ({ object: 'period_lock', ...change })),
  }
}
