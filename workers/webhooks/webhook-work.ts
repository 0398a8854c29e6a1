import type { WebhookSender } from '../../shared/webhooks/send-webhook.ts'
import type { WorkerDeps } from '../job.ts'

/** What sending webhooks needs of a worker. */
export type WebhookWork = Pick<
  WorkerDeps,
  'config' | 'pool' | 'log' | 'metrics' | 'databases' | 'mirror' | 'webhookTurns'
> & {
  readonly sender: WebhookSender
  readonly isStopping: () => boolean
  /** The few connections that webhooks use at once. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** Lets so many pieces of work run at once; the others wait in their order. */
export function atMost(count: number): WebhookWork['inTurn'] {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
