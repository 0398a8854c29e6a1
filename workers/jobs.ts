import type { QueueName } from '../shared/contract/platform/queue-names.ts'
import { importBankStatements } from './bank/import-bank-statements.ts'
import { matchSettlements } from './bank/match-settlements.ts'
import { importNotifications } from './bank/notifications/import-notifications.ts'
import { evaluateFacts } from './facts/evaluate-facts.ts'
import { BACKLOG, SHORT_LANE } from './facts/lanes.ts'
import { reevaluateFacts } from './facts/reevaluate-facts.ts'
import type { QueueWork, WorkerDeps } from './job.ts'
import { followPauses } from './platform/follow-pauses.ts'
import { startLoops } from './platform/queue-loops.ts'
import { stampDaily } from './proof/stamp-daily.ts'
import { postIntents } from './settlement/post-intents.ts'
import { keepFigures } from './setup/keep-figures.ts'
import { maintainDaily } from './setup/maintain-daily.ts'
import { refreshStatements } from './statements/refresh-statements.ts'
import { transferTax } from './vat/transfer-tax.ts'
import { sendWebhooks } from './webhooks/send-webhooks.ts'

/** The file of a key may take minutes. */
const OF_FILES = { batch_size: () => 1, loops: () => 2, one_loop_per_key: true } as const

export const HANDLERS: Readonly<Record<QueueName, QueueWork>> = {
  'facts.evaluate': {
    handler: (deps, jobs) => evaluateFacts(deps, jobs, SHORT_LANE),
    batch_size: ({ config }) => config.worker_batch_size,
    loops: ({ config }) => config.worker_concurrency,
  },
  'facts.backlog': {
    handler: (deps, jobs) => evaluateFacts(deps, jobs, BACKLOG),
    batch_size: ({ config }) => config.worker_batch_size,
    loops: ({ config }) => config.worker_concurrency,
  },
  'facts.reevaluate': { handler: reevaluateFacts, batch_size: () => 50, loops: () => 1 },
  'ledger.post': { handler: postIntents, batch_size: () => 100, loops: () => 1 },
  'camt053.import': { handler: importBankStatements, ...OF_FILES },
  'camt054.import': { handler: importNotifications, ...OF_FILES },
  'settlement.match': { handler: matchSettlements, batch_size: () => 20, loops: () => 1 },
  'statements.refresh': { handler: refreshStatements, batch_size: () => 200, loops: () => 1 },
  'vat.transfer': { handler: transferTax, batch_size: () => 20, loops: () => 1 },
  'ledger.stamp': { handler: stampDaily, batch_size: () => 1, loops: () => 1 },
  'maintenance.daily': { handler: maintainDaily, batch_size: () => 1, loops: () => 1 },
}

/**
 * Starts the loops that fetch jobs and hand them to their handlers, a batch at a time, except for paused queues; what sends
 * webhooks; and what counts for the list of end customers. Where it fails nothing has started.
 *
 * @returns a function that stops following the pauses, sending and counting; the loops end with pg-boss
 */
export async function startWork(deps: WorkerDeps): Promise<() => Promise<void>> {
  const queues = Object.entries(HANDLERS) as [QueueName, QueueWork][]
  const loops = new Map(queues.map(([queue, work]) => [queue, () => startLoops(deps, queue, work)]))
  await deps.boss.schedule('maintenance.daily', '5 0 * * *', {}, { tz: 'Europe/Zurich' })
  const unfollow = await followPauses(deps, loops)
  const stopSending = sendWebhooks(deps)
  const stopCounting = keepFigures(deps)
  return async () => {
    unfollow()
    await Promise.all([stopSending(), stopCounting()])
  }
}
