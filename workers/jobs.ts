import type { PgBoss } from 'pg-boss'
import type { Deps } from '../shared/process/deps.ts'
import { idFields, type LogFields, logContext, withLogContext } from '../shared/process/log-context.ts'
import type { QueueName } from '../shared/queue/queues.ts'
import { importBankStatements } from './bank/import-bank-statements.ts'
import { matchSettlements } from './bank/match-settlements.ts'
import { evaluateFacts } from './facts/evaluate-facts.ts'
import type { PostingSettingsCache } from './facts/posting-settings-cache.ts'
import { reevaluateFacts } from './facts/reevaluate-facts.ts'
import { followPauses } from './platform/follow-pauses.ts'
import { logBatch } from './platform/log-outcomes.ts'
import type { WorkerMetrics } from './platform/metrics.ts'
import { traceBatch } from './platform/trace-batch.ts'
import { postIntents } from './settlement/post-intents.ts'
import { maintainDaily } from './setup/maintain-daily.ts'
import { refreshStatements } from './statements/refresh-statements.ts'

export type WorkerDeps = Deps & { readonly settings: PostingSettingsCache; readonly metrics?: WorkerMetrics }
export type Job<Data> = { readonly id: string; readonly data: Data }
export type JobResult =
  | { readonly id: string; readonly status: 'completed' }
  | { readonly id: string; readonly status: 'failed'; readonly message: string }

/** One result for each job lets a bad one fail alone; a handler that returns nothing succeeds or fails as a whole. */
type Handler = (deps: WorkerDeps, jobs: readonly Job<never>[]) => Promise<JobResult[] | void>

type Work = {
  readonly handler: Handler
  readonly batch_size: (deps: Deps) => number
  readonly loops: (deps: Deps) => number
}

const HANDLERS: Readonly<Record<QueueName, Work>> = {
  'facts.evaluate': {
    handler: evaluateFacts,
    batch_size: ({ config }) => config.worker_batch_size,
    loops: ({ config }) => config.worker_concurrency,
  },
  'facts.reevaluate': { handler: reevaluateFacts, batch_size: () => 1, loops: () => 1 },
  'ledger.post': { handler: postIntents, batch_size: () => 100, loops: () => 1 },
  'camt053.import': { handler: importBankStatements, batch_size: () => 1, loops: () => 1 },
  'settlement.match': { handler: matchSettlements, batch_size: () => 20, loops: () => 1 },
  'statements.refresh': { handler: refreshStatements, batch_size: () => 200, loops: () => 1 },
  'maintenance.daily': { handler: maintainDaily, batch_size: () => 1, loops: () => 1 },
}

/**
 * Starts the loops that fetch jobs and hand them to their handlers, a batch at a time, except for paused queues.
 *
 * @returns what ends the following of pauses; the loops end with pg-boss
 */
export async function startWork(deps: WorkerDeps): Promise<() => void> {
  const loops = new Map(
    Object.entries(HANDLERS).map(([queue, own]) => [queue as QueueName, () => startLoops(deps, queue, own)]),
  )
  const unfollow = await followPauses(deps, loops)
  await deps.boss.schedule('maintenance.daily', '5 0 * * *', {}, { tz: 'Europe/Zurich' })
  return unfollow
}

function startLoops(deps: WorkerDeps, queue: string, { handler, batch_size, loops }: Work): Promise<void> {
  const { tracing } = deps
  const traced: Traced = tracing ? (...batch) => traceBatch(tracing.tracer, ...batch) : (_, __, run) => run()
  return work(deps.boss, queue, { batchSize: batch_size(deps), localConcurrency: loops(deps) }, (jobs) =>
    withLogContext(
      () => causeOf(queue, jobs),
      () => traced(queue, jobs, () => carryOut(deps, queue as QueueName, handler, jobs)),
    ),
  )
}

/** Does a batch and tells what came of it. What it throws fails every job of it, and pg-boss tries them again. */
async function carryOut(
  deps: WorkerDeps,
  queue: QueueName,
  handler: Handler,
  jobs: readonly Job<never>[],
): Promise<JobResult[]> {
  const started = performance.now()
  try {
    const results = await handler(deps, jobs)
    const all = results ?? jobs.map(({ id }) => ({ id, status: 'completed' as const }))
    logBatch(deps, queue, jobs, all.filter(({ status }) => status === 'failed').length, performance.now() - started)
    return all
  } catch (error) {
    deps.log.error({ err: error, ...logContext() }, 'a batch failed')
    logBatch(deps, queue, jobs, jobs.length, performance.now() - started)
    throw error
  }
}

function causeOf(queue: string, jobs: readonly Job<unknown>[]): LogFields {
  const ids = jobs.map(({ id }) => id)
  return { queue, ...idFields('job', ids) }
}

type Traced = (queue: string, jobs: readonly Job<never>[], run: () => Promise<JobResult[]>) => Promise<JobResult[]>
type Loop = { readonly batchSize: number; readonly localConcurrency: number }

/** Woken by notification; the polling finds what a lost notification left behind. */
async function work(boss: PgBoss, queue: string, loop: Loop, run: (jobs: Job<never>[]) => Promise<JobResult[]>) {
  const options = {
    ...loop,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 2,
  } as const
  await boss.work<never>(queue, options, async (jobs) => {
    await failSome(boss, queue, jobs, await run(jobs))
  })
}

type Attempt = { readonly id: string; readonly retryCount: number }

/**
 * Fails the jobs of a batch that failed alone; pg-boss then completes the rest. Its own way to do so (`perJobResults`)
 * joins the batch with all active jobs, as a product of both where its statistics are from a time of few: 30 ms a batch.
 */
async function failSome(boss: PgBoss, queue: string, jobs: readonly Attempt[], results: readonly JobResult[]) {
  const messages = new Map(results.flatMap((one) => (one.status === 'failed' ? [[one.id, one.message]] : [])))
  const failed = jobs.filter(({ id }) => messages.has(id))
  for (const [message, own] of Map.groupBy(failed, ({ id }) => messages.get(id)))
    await boss.fail(queue, [...own], { message })
}
