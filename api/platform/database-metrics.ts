import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '../../shared/deps/deps.ts'
import { logFailure } from '../../shared/deps/log-failure.ts'
import { countBlockedFacts, readPostingLag, readQueueGauges } from '../../shared/store/platform/queue-figures.ts'
import { readWebhookFigures } from '../../shared/store/webhooks/webhook-figures.ts'

/** Figures of the database are the same for every scraper; they are read so often at most. */
const KEEP_MS = 5_000
/** Blocked facts are counted one by one. However many there are, that takes a twentieth of the time of a connection. */
const KEEP_PER_READ = 20
const QUANTILES = [0.5, 0.95, 0.99, 1]

/** The queues and blockers of all processes, as the database has them. */
export function databaseMetrics({ pool, log }: Deps, register: Registry): { refresh(): Promise<void> } {
  const gauges = createGauges([register])
  let keptUntil = Number.NEGATIVE_INFINITY

  async function read(): Promise<void> {
    const started = performance.now()
    if (started < keptUntil) return
    keptUntil = started + KEEP_MS
    const [queues, blockers, lags, webhooks] = await Promise.all([
      readQueueGauges(pool),
      countBlockedFacts(pool),
      readPostingLag(pool, QUANTILES),
      readWebhookFigures(pool),
    ])
    keptUntil = Math.max(keptUntil, started + KEEP_PER_READ * (performance.now() - started))
    for (const gauge of [gauges.depth, gauges.age, gauges.blocked]) gauge.reset()
    for (const { queue, waiting, active, oldest_seconds } of queues) {
      gauges.depth.set({ queue, state: 'waiting' }, waiting)
      gauges.depth.set({ queue, state: 'active' }, active)
      gauges.age.set({ queue }, oldest_seconds)
    }
    for (const { blocker, facts } of blockers) gauges.blocked.set({ blocker }, facts)
    for (const state of ['on', 'off', 'failing', 'behind'] as const) gauges.webhooks.set({ state }, webhooks[state])
    gauges.webhook_lag.set(webhooks.lag_seconds)
    for (const [index, quantile] of QUANTILES.entries()) gauges.lag.set({ quantile }, lags?.[index] ?? Number.NaN)
  }

  return {
    /** A database that is away is one of the figures, so the others are answered nevertheless. */
    async refresh() {
      const isUp = await read().then(
        () => true,
        (error) => {
          logFailure(log, error, 'the metrics', 'the figures of the database cannot be read')
          return false
        },
      )
      gauges.up.set(isUp ? 1 : 0)
    },
  }
}

function createGauges(registers: Registry[]) {
  return {
    depth: new Gauge({
      name: 'hauptbuch_queue_jobs',
      help: 'Jobs by queue and state',
      labelNames: ['queue', 'state'],
      registers,
    }),
    age: new Gauge({
      name: 'hauptbuch_queue_oldest_seconds',
      help: 'Age of the oldest runnable job',
      labelNames: ['queue'],
      registers,
    }),
    blocked: new Gauge({
      name: 'hauptbuch_blocked_facts',
      help: 'Blocked facts by blocker',
      labelNames: ['blocker'],
      registers,
    }),
    webhooks: new Gauge({
      name: 'hauptbuch_webhooks',
      help: 'Subscriptions that are on and off; end customers of subscriptions that are behind, and those that fail',
      labelNames: ['state'],
      registers,
    }),
    webhook_lag: new Gauge({
      name: 'hauptbuch_webhook_lag_seconds',
      help: 'Age of the oldest event that a subscription which is on has not got yet',
      registers,
    }),
    up: new Gauge({ name: 'hauptbuch_database_up', help: '1 while the database answers', registers }),
    lag: new Gauge({
      name: 'hauptbuch_recent_accept_to_posted_seconds',
      help: 'Time from acceptance to posting, for recent facts, across all workers; NaN if there are none',
      labelNames: ['quantile'],
      registers,
    }),
  }
}
