import { setTimeout as sleep } from 'node:timers/promises'
import { logFailure } from '../../shared/deps/log-failure.ts'
import { createSender } from '../../shared/webhooks/send-webhook.ts'
import type { WorkerDeps } from '../job.ts'
import { IDLE_MS, lookForWebhooks, SHORTEST_MS, type WebhookLook } from './look-for-webhooks.ts'
import { createWebhookRuns } from './webhook-runs.ts'
import { atMost, type WebhookWork } from './webhook-work.ts'

/** Webhooks leave the other connections of the process to the posting. */
const CONNECTIONS = 2
const NOTHING: WebhookLook = { due: [], has_more: false, pause_ms: IDLE_MS }

/**
 * Sends events to the subscriptions of webhooks. A posting knows nothing of them: the feeds are compared with the positions of
 * the subscriptions again and again.
 *
 * @returns what ends it, when what is under way has ended
 */
export function sendWebhooks(deps: WorkerDeps): () => Promise<void> {
  const { pool, log, config, mirror } = deps
  if (config.webhook_concurrency === 0 || config.webhook_secrets_key === null) return async () => {}
  const stopped = new AbortController()
  const sender = createSender(config)
  const isStopping = () => stopped.signal.aborted
  const work: WebhookWork = { ...deps, sender, isStopping, inTurn: atMost(CONNECTIONS) }
  let idle = Promise.withResolvers<void>()
  const runs = createWebhookRuns(work, () => idle.resolve())
  const look = lookForWebhooks(pool, { is_home: mirror === undefined })
  const rest = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopped.signal }).catch(() => {})

  /** What home has refused since nobody knows here sends nothing: it may be a key that has ended. */
  const lookWhileFresh = async (busy: readonly string[]) => (mirror && !mirror.known() ? NOTHING : look(busy))

  async function loop(): Promise<void> {
    while (!isStopping()) {
      const { due, has_more, pause_ms } = await lookWhileFresh(runs.busy()).catch((error) => {
        if (!isStopping()) logFailure(log, error, 'webhooks', 'webhooks cannot be looked for')
        return NOTHING
      })
      idle = Promise.withResolvers()
      runs.add(due)
      await (has_more ? Promise.race([rest(pause_ms), idle.promise]) : rest(pause_ms))
      await rest(SHORTEST_MS)
    }
  }

  const looping = loop()
  return async () => {
    stopped.abort()
    sender.close()
    await looping
    await runs.ended()
  }
}
