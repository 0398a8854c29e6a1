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

  /** One of each subscription, then again, while there are places. */
  function beginWhatMay(): void {
    for (let begun = !work.isStopping(); begun && !turns.isFull(); ) {
      begun = false
      for (const [subscription_id, [first, ...rest]] of [...waiting]) {
        if (!first || !turns.mayRun(subscription_id)) continue
        waiting.delete(subscription_id)
        if (rest.length > 0) waiting.set(subscription_id, rest)
        begin(first)
        begun = true
      }
    }
  }

  function begin(due: DueWebhook): void {
    turns.begin(due.subscription_id)
    const run = runWebhook(work, due)
      .catch((error) => {
        if (!work.isStopping()) logFailure(work.log, error, 'a webhook', 'a webhook could not be sent')
        return false
      })
      .then((is_good) => {
        turns.end(due.subscription_id, is_good)
        running.delete(run)
        beginWhatMay()
        if (waiting.size === 0) becameIdle()
      })
    running.add(run)
  }

  return {
    /** Subscriptions that have enough to do. */
    busy: () => [...waiting.keys()],
    add(due: readonly DueWebhook[]) {
      for (const [subscription_id, all] of Map.groupBy(due, (one) => one.subscription_id))
        waiting.set(subscription_id, all)
      beginWhatMay()
    },
    ended: () => Promise.all(running),
  }
}
