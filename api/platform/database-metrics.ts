import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../shared/databases/databases.ts'
import type { Deps } from '../../shared/deps/deps.ts'
import { logFailure } from '../../shared/deps/log-failure.ts'
import type { Pool } from '../../shared/store/db/database.ts'
import { countBlockedFacts, readPostingLag, readQueueGauges } from '../../shared/store/platform/queue-figures.ts'
import { readWebhookFigures } from '../../shared/store/webhooks/webhook-figures.ts'

/** Figures of the database are the same for every scraper; they are read so often at most. */
const KEEP_MS = 5_000
/** Blocked facts are counted one by one. However many there are, that takes a twentieth of the time of a connection. */
const KEEP_PER_READ = 20
const QUANTILES = [0.5, 0.95, 0.99, 1]

type Gauges = ReturnType<typeof createGauges>
/** Empty while there is one database, so that its figures are called as ever. */
type DatabaseLabel = { readonly database?: string }

/** The queues and blockers of all processes, as the databases have them. */
export function databaseMetrics(
  { databases, log }: Pick<Deps, 'databases' | 'log'>,
  register: Registry,
): { refresh(): Promise<void> } {
  const gauges = createGauges([register])
  const keptUntil = new Map<string, number>()

  async function read({ name, pool }: Database, label: DatabaseLabel): Promise<void> {
    const started = performance.now()
    if (started < (keptUntil.get(name) ?? 0)) return
    keptUntil.set(name, started + KEEP_MS)
    const figures = await readFigures(pool)
    keptUntil.set(name, Math.max(started + KEEP_MS, started + KEEP_PER_READ * (performance.now() - started)))
    for (const gauge of [gauges.depth, gauges.age, gauges.blocked]) await forget(gauge, label)
    show(gauges, label, figures)
  }

  return {
    /** A database that is away is one of the figures, so the others are answered nevertheless. */
    async refresh() {
      const all = databases.all()
      const away = databases.away()
      const isOne = all.length + away.length === 1
      gauges.up.reset()
      for (const database of away) gauges.up.set({ database }, 0)
      await Promise.all(
        all.map(async (database) => {
          const label = isOne ? {} : { database: database.name }
          const isUp = await read(database, label).then(
            () => true,
            (error) => {
              logFailure(log, error, 'the metrics', 'the figures of the database cannot be read')
              return false
            },
          )
          gauges.up.set(label, isUp ? 1 : 0)
        }),
      )
    },
  }
}

/** Those of this database, and those without a name, of the time when there was one. */
async function forget(gauge: Gauge<string>, { database }: DatabaseLabel): Promise<void> {
  for (const { labels } of (await gauge.get()).values)
    if (labels.database === database || labels.database === undefined) gauge.remove(labels)
}

async function readFigures(pool: Pool) {
  const [queues, blockers, lags, webhooks] = await Promise.all([
    readQueueGauges(pool),
    countBlockedFacts(pool),
    readPostingLag(pool, QUANTILES),
    readWebhookFigures(pool),
  ])
  return { queues, blockers, lags, webhooks }
}

type DatabaseFigures = Awaited<ReturnType<typeof readFigures>>

function show(gauges: Gauges, label: DatabaseLabel, { queues, blockers, lags, webhooks }: DatabaseFigures): void {
  for (const { queue, waiting, active, oldest_seconds } of queues) {
    gauges.depth.set({ ...label, queue, state: 'waiting' }, waiting)
    gauges.depth.set({ ...label, queue, state: 'active' }, active)
    gauges.age.set({ ...label, queue }, oldest_seconds)
  }
  for (const { blocker, facts } of blockers) gauges.blocked.set({ ...label, blocker }, facts)
  for (const state of ['on', 'off', 'failing', 'behind'] as const)
    gauges.webhooks.set({ ...label, state }, webhooks[state])
  gauges.webhook_lag.set(label, webhooks.lag_seconds)
  for (const [index, quantile] of QUANTILES.entries())
    gauges.lag.set({ ...label, quantile }, lags?.[index] ?? Number.NaN)
}

function createGauges(registers: Registry[]) {
  return {
    depth: new Gauge({
      name: 'hauptbuch_queue_jobs',
      help: 'Jobs by queue and state',
      labelNames: ['database', 'queue', 'state'],
      registers,
    }),
    age: new Gauge({
      name: 'hauptbuch_queue_oldest_seconds',
      help: 'Age of the oldest runnable job',
      labelNames: ['database', 'queue'],
      registers,
    }),
    blocked: new Gauge({
      name: 'hauptbuch_blocked_facts',
      help: 'Blocked facts by blocker',
      labelNames: ['database', 'blocker'],
      registers,
    }),
    webhooks: new Gauge({
      name: 'hauptbuch_webhooks',
      help: 'Subscriptions that are on and off; end customers of subscriptions that are behind, and those that fail',
      labelNames: ['database', 'state'],
      registers,
    }),
    webhook_lag: new Gauge({
      name: 'hauptbuch_webhook_lag_seconds',
      help: 'Age of the oldest event that a subscription which is on has not got yet',
      labelNames: ['database'],
      registers,
    }),
    up: new Gauge({
      name: 'hauptbuch_database_up',
      help: '1 while the database answers',
      labelNames: ['database'],
      registers,
    }),
    lag: new Gauge({
      name: 'hauptbuch_recent_accept_to_posted_seconds',
      help: 'Time from acceptance to posting, for recent facts, across all workers; NaN if there are none',
      labelNames: ['database', 'quantile'],
      registers,
    }),
  }
}
