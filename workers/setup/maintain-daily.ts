import { blockersFreedBy } from '../../shared/accounting/facts/freed-by.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { enqueue } from '../../shared/queue/enqueue.ts'
import { requestStamp } from '../../shared/queue/request-stamp.ts'
import { findCustomersBlockedBy } from '../../shared/store/facts/fact-states.ts'
import { renewDuplicateKeys } from '../../shared/store/facts/keys/renew-duplicate-keys.ts'
import { purgeEvents } from '../../shared/store/platform/feed/old-events.ts'
import { purgeIdempotencyRecords } from '../../shared/store/platform/idempotency.ts'
import { findCustomersToTransfer } from '../../shared/store/vat/consideration/vat-transfers.ts'
import { purgeWebhookAttempts } from '../../shared/store/webhooks/webhook-attempts.ts'
import type { WorkerDeps } from '../job.ts'

/** Blockers that the passing of time alone may remove, or a release that was put in place meanwhile. */
const BLOCKED_BY_TIME = blockersFreedBy('time')

/** The log of webhooks is for whoever looks for a fault. */
const WEBHOOK_LOG_DAYS = 30

/** Runs shortly after midnight in Switzerland: deletes old idempotency records, attempts of webhooks and, where that is set, events, and has facts evaluated again
 * that waited for a date, tax transferred where a registration begins, and the ledgers stamped. Keys that the release before has written are made anew. */
export async function maintainDaily({ pool, boss, config, log }: WorkerDeps): Promise<void> {
  const purged = await purgeIdempotencyRecords(pool, config.idempotency_retention_days)
  await purgeWebhookAttempts(pool, WEBHOOK_LOG_DAYS)
  const end_customer_ids = await findCustomersBlockedBy(pool, BLOCKED_BY_TIME)
  await pool.transaction((tx) =>
    enqueue(
      tx,
      boss,
      'facts.reevaluate',
      end_customer_ids.map((end_customer_id) => ({
        data: { end_customer_id, blocker_codes: BLOCKED_BY_TIME },
        options: { singletonKey: `${end_customer_id} time` },
      })),
    ),
  )
  const changed = await findCustomersToTransfer(pool, todayInSwitzerland())
  await pool.transaction((tx) =>
    enqueue(
      tx,
      boss,
      'vat.transfer',
      changed.map((end_customer_id) => ({ data: { end_customer_id }, options: { singletonKey: end_customer_id } })),
    ),
  )
  await pool.transaction((tx) => requestStamp(tx, boss, config))
  // Nothing waits for it, so it is the last.
  const renewed = await renewDuplicateKeys(pool)
  const removed = await removeEvents(pool, config.events_retention_days)
  log.info(
    {
      purged_idempotency_keys: purged,
      reevaluated: end_customer_ids.length,
      renewed_duplicate_keys: renewed,
      ...(config.events_retention_days > 0 && { removed_events: removed }),
    },
    'daily maintenance is done',
  )
}

/** Less than a job may take. What is left after the first nights of a retention goes in the next ones. */
const REMOVING_MS = 120_000

async function removeEvents(pool: WorkerDeps['pool'], retention_days: number): Promise<number> {
  if (retention_days === 0) return 0
  const began = performance.now()
  return purgeEvents(pool, { retention_days, isTime: () => performance.now() - began < REMOVING_MS })
}
