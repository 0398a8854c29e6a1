import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { PeriodLockRequest } from '../../shared/contract/setup/settings.ts'
import { newUuid } from '../../shared/process/ids.ts'
import { enqueueReevaluation } from '../../shared/queue/enqueue.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { ensureEndCustomer } from '../../shared/store/setup/end-customers.ts'
import { findPeriodLock, insertPeriodLock } from '../../shared/store/setup/period-locks.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { onceReevaluated } from '../http/once-reevaluated.ts'
import { showPeriodLocks } from './show-period-locks.ts'

/** Moves the period lock. Every change is kept with its reason; a hard lock moves forward only, and stays hard. */
export async function putPeriodLock(tx: Tx, deps: ApiDeps, request: MutatingRequest<PeriodLockRequest>) {
  const { body, caller, end_customer_id } = request
  await ensureEndCustomer(tx, end_customer_id)
  await lockLedgers(tx, [end_customer_id])
  const current = await findPeriodLock(tx, end_customer_id)
  if (current?.hard && (body.locked_through < current.locked_through || body.hard === false)) {
    const message = `The lock through ${current.locked_through} is hard: it can only move forward, and stays hard.`
    throw new ApiError('state_conflict', message, [{ pointer: '/locked_through', code: 'hard_lock', message }])
  }
  const { locked_through, reason } = body
  const hard = body.hard ?? current?.hard ?? false
  await insertPeriodLock(tx, end_customer_id, newUuid(), { locked_through, hard, reason, actor_id: caller.key_id })
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'period lock')
  const saved = await showPeriodLocks(tx, { end_customer_id, limit: 1 })
  return { body: saved, current: onceReevaluated(deps, end_customer_id, saved) }
}
