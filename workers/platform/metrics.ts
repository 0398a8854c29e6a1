import { Counter, Histogram } from 'prom-client'
import type { Deps } from '../../shared/deps/deps.ts'
import { processMetrics } from '../../shared/deps/process-metrics.ts'

/** From a fact that finds the worker idle to one behind a hundred thousand others. */
const LAG_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600]
const BATCH_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const WEBHOOK_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60]

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>

/** The metrics that Prometheus reads from a worker process: its posting, its batches, its health. */
export function createWorkerMetrics({ databases }: Pick<Deps, 'databases'>) {
  const register = processMetrics(databases)
  const registers = [register]
  const lag = new Histogram({
    name: 'hauptbuch_accept_to_posted_seconds',
    help: 'Time from acceptance to posting, for facts that were never blocked',
    buckets: LAG_SECONDS,
    registers,
  })
  const duration = new Histogram({
    name: 'hauptbuch_batch_duration_seconds',
    help: 'Duration of a batch of jobs, by queue',
    labelNames: ['queue'],
    buckets: BATCH_SECONDS,
    registers,
  })
  const jobs = new Counter({
    name: 'hauptbuch_jobs_total',
    help: 'Job attempts, by queue and outcome',
    labelNames: ['queue', 'outcome'],
    registers,
  })
  const webhooks = new Histogram({
    name: 'hauptbuch_webhook_attempt_seconds',
    help: 'Duration of an attempt to send a webhook, by outcome: delivered, or the word of the log of attempts',
    labelNames: ['outcome'],
    buckets: WEBHOOK_SECONDS,
    registers,
  })
  return {
    register,
    webhook: (outcome: string, seconds: number) => webhooks.observe({ outcome }, seconds),
    posted: (seconds: number) => lag.observe(seconds),
    batch(queue: string, completed: number, failed: number, seconds: number) {
      duration.observe({ queue }, seconds)
      jobs.inc({ queue, outcome: 'completed' }, completed)
      jobs.inc({ queue, outcome: 'failed' }, failed)
    },
  }
}
