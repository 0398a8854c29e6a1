import { setTimeout as sleep } from 'node:timers/promises'
import type { OffReason } from '../../shared/contract/webhooks/webhook-subscriptions.ts'
import { bringMirrored } from '../../shared/databases/mirror.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { appendEvents, webhookSwitchedOff } from '../../shared/store/platform/events.ts'
import { switchWebhookOff } from '../../shared/store/webhooks/change-webhook-subscriptions.ts'
import { tellSwitchedOff } from '../../shared/store/webhooks/tell-switched-off.ts'
import {
  finishWebhookRun,
  giveWebhookPositionUp,
  holdWebhookSubscription,
  isWebhookTaken,
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

async function keep(work: WebhookWork, run: WebhookRun, outcome: WebhookOutcome): Promise<void> {
  const { pool, log, mirror } = work
  const reason = reasonToStop(outcome)
  if (reason === null) {
    await finishWebhookRun(pool, run, outcome)
    return
  }
  const isForOne = reason === 'failing' && (await isTakenElsewhere(work, run))
  const switchOff = (tx: Tx) => (isForOne ? giveUpForOne(tx, run) : switchOffForAll(tx, run, reason))
  const isOff =
    isForOne || mirror === undefined
      ? await pool.transaction(async (tx) => {
          const isAsRead = await holdWebhookSubscription(tx, run)
          const stands = await finishWebhookRun(tx, run, outcome)
          return isAsRead && stands && switchOff(tx)
        })
      : await endOverHome(work, run, outcome, switchOff)
  const { subscription_id, end_customer_id } = run
  if (isOff) log.warn({ subscription_id, end_customer_id, reason }, 'a webhook was switched off')
}

function reasonToStop({ failure }: WebhookOutcome): OffReason | null {
  if (failure === null) return null
  if (failure.error === 'gone') return 'gone'
  return failure.pause_ms === null ? 'failing' : null
}

/**
 * The subscription is that of home, so it is off there first. This database takes it over in the transaction that keeps the run, so its
 * feeds say it once; each other one does when its worker sees it.
 */
async function endOverHome(
  { pool, databases: { home } }: WebhookWork,
  run: WebhookRun,
  outcome: WebhookOutcome,
  switchOff: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  let isOff = false
  await bringMirrored(home.pool, pool, async (tx) => {
    if (!(await finishWebhookRun(tx, run, outcome))) return
    isOff = await home.pool.transaction(async (at_home) => {
      const isAsRead = await holdWebhookSubscription(at_home, run)
      return isAsRead && switchOff(at_home)
    })
  })
  return isOff
}

/**
 * Whether events of another end customer have been taken since those of this one fail. They may be in any database; one that cannot be
 * asked may have some, so what others send goes on.
 */
async function isTakenElsewhere({ databases }: WebhookWork, run: WebhookRun): Promise<boolean> {
  if (databases.away().length > 0) return true
  const taken = await Promise.all(databases.all().map(({ pool }) => isWebhookTaken(pool, run)))
  return taken.includes(true)
}

/** A receiver that takes the events of others is switched off for this end customer alone. */
async function giveUpForOne(tx: Tx, { subscription_id, end_customer_id }: WebhookRun): Promise<boolean> {
  await giveWebhookPositionUp(tx, { subscription_id, end_customer_id })
  await appendEvents(tx, [webhookSwitchedOff(end_customer_id, subscription_id)])
  return true
}

async function switchOffForAll(tx: Tx, { subscription_id }: WebhookRun, reason: OffReason): Promise<boolean> {
  await switchWebhookOff(tx, subscription_id, reason)
  await tellSwitchedOff(tx, subscription_id)
  return true
}
