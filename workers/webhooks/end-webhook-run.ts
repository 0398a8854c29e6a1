import { setTimeout as sleep } from 'node:timers/promises'
import type { OffReason } from '../../shared/contract/webhooks/webhook-subscriptions.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { appendEvents, webhookSwitchedOff } from '../../shared/store/platform/events.ts'
import { switchWebhookOff } from '../../shared/store/webhooks/change-webhook-subscriptions.ts'
import {
  findFailingCustomers,
  finishWebhookRun,
  giveWebhookPositionUp,
  holdWebhookSubscription,
  isWebhookTakenElsewhere,
  type WebhookOutcome,
  type WebhookRun,
} from '../../shared/store/webhooks/webhook-runs.ts'
import type { WebhookWork } from './webhook-work.ts'

const AGAIN_MS = 500

/**
 * Keeps what has become of a run, and switches off what has failed for too long or wants no more. A database that is away is
 * asked again while the lease stands; then another run sends the same events once more.
 *
 * @param until of the clock of `performance.now()`
 */
export async function endWebhookRun(
  work: WebhookWork,
  run: WebhookRun,
  outcome: WebhookOutcome,
  until: number,
): Promise<void> {
  for (;;) {
    try {
      return await work.inTurn(() => keep(work, run, outcome))
    } catch (error) {
      if (work.isStopping() || performance.now() + AGAIN_MS > until) throw error
      await sleep(AGAIN_MS)
    }
  }
}

async function keep({ pool, log }: WebhookWork, run: WebhookRun, outcome: WebhookOutcome): Promise<void> {
  const reason = reasonToStop(outcome)
  if (reason === null) {
    await finishWebhookRun(pool, run, outcome)
    return
  }
  const told = await pool.transaction(async (tx) => {
    const isAsRead = await holdWebhookSubscription(tx, run)
    const stands = await finishWebhookRun(tx, run, outcome)
    return isAsRead && stands ? switchOff(tx, run, reason) : []
  })
  const { subscription_id, end_customer_id } = run
  if (told.length > 0) log.warn({ subscription_id, end_customer_id, reason }, 'a webhook was switched off')
}

function reasonToStop({ failure }: WebhookOutcome): OffReason | null {
  if (failure === null) return null
  if (failure.error === 'gone') return 'gone'
  return failure.pause_ms === null ? 'failing' : null
}

/**
 * A receiver that takes the events of others is switched off for this end customer alone.
 *
 * @returns the end customers whose feeds say so
 */
async function switchOff(tx: Tx, run: WebhookRun, reason: OffReason): Promise<readonly string[]> {
  const { subscription_id, end_customer_id } = run
  if (reason === 'failing' && (await isWebhookTakenElsewhere(tx, run))) {
    await giveWebhookPositionUp(tx, run)
    await appendEvents(tx, [webhookSwitchedOff(end_customer_id, subscription_id)])
    return [end_customer_id]
  }
  await switchWebhookOff(tx, subscription_id, reason)
  const failing = await findFailingCustomers(tx, subscription_id)
  await appendEvents(
    tx,
    failing.map((customer) => webhookSwitchedOff(customer, subscription_id)),
  )
  return failing
}
