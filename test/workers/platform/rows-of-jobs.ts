import { randomUUID } from 'node:crypto'
import { row, sql } from '../../../shared/store/db/database.ts'
import type { QuietService } from '../../support/quiet-service.ts'

export async function keepRecord(quiet: QuietService, idempotency_key: string, age_days: number): Promise<void> {
  await quiet.worker.pool.query(sql.type(row())`
    insert into idempotency_records (client_id, idempotency_key, fingerprint, status, response, created_at)
    values (${randomUUID()}, ${idempotency_key}, 'x', 202, '{}', now() - make_interval(days => ${age_days}))
  `)
}

export function recordsOf(quiet: QuietService, customer: string): Promise<readonly string[]> {
  return quiet.worker.pool.anyFirst(sql.type(row<{ idempotency_key: string }>())`
    select idempotency_key from idempotency_records where idempotency_key like ${`${customer} %`} order by idempotency_key
  `)
}

export async function blockByLock(quiet: QuietService, customer: string): Promise<void> {
  await quiet.worker.pool.query(sql.type(row())`
    insert into period_locks (end_customer_id, period_lock_id, locked_through, reason, actor_id)
    values (${customer}, ${randomUUID()}, '2026-12-31', 'the year', 'test')
  `)
}

export async function unlock(quiet: QuietService, customer: string): Promise<void> {
  await quiet.owner.query(sql.type(row())`delete from period_locks where end_customer_id = ${customer}`)
}
