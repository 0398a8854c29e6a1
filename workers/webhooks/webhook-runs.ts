import { logFailure } from '../../shared/deps/log-failure.ts'
import type { DueWebhook } from '../../shared/store/webhooks/due-webhooks.ts'
import { runWebhook } from './run-webhook.ts'
import { createWebhookTurns } from './turns-of-webhooks.ts'
import type { WebhookWork } from './webhook-work.ts'

/** The positions that wait for a place, and the runs under way. @param becameIdle is told when nothing waits any more */
export function createWebhookRuns(work: WebhookWork, becameIdle: () => void) {
  const turns = work.webhookTurns ?? createWebhookTurns(work.config.webhook_concurrency)
  const waiting = new Map<string, readonly DueWebhook[]>()
  const running = new Set<Promise<void>>()

  /** One after the other, while there are places: the first of a subscription, which then stands behind the others. */
  function beginWhatMay(): void {
    while (!work.isStopping() && !turns.isFull()) {
      const next = turns.next([...waiting.values()].flatMap(([first]) => first ?? []))
      if (next === null) return
      const [, ...rest] = waiting.get(next.subscription_id) ?? []
      waiting.delete(next.subscription_id)
      if (rest.length > 0) waiting.set(next.subscription_id, rest)
      begin(next)
    }
  }

  function begin(due: DueWebhook): void {
    turns.begin(due)
    const run = runWebhook(work, due)
      .catch((error) => {
        if (!work.isStopping()) logFailure(work.log, error, 'a webhook', 'a webhook could not be sent')
        return false
      })
      .then((is_good) => {
        running.delete(run)
        turns.end(due, is_good)
        if (waiting.size === 0) becameIdle()
      })
    running.add(run)
  }

  const leave = turns.share(beginWhatMay)
  return {
    /** Subscriptions that have enough to do. */
    busy: () => [...waiting.keys()],
    add(due: readonly DueWebhook[]) {
      for (const [subscription_id, all] of Map.groupBy(due, (one) => one.subscription_id))
        waiting.set(subscription_id, all)
      beginWhatMay()
    },
    async ended() {
      await Promise.all(running)
      leave()
    },
  }
}
