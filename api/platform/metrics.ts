import type Router from '@koa/router'
import type { Context, Next } from 'koa'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { isBearer } from '../../shared/canonical/hash.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { Deps } from '../../shared/process/deps.ts'
import { processMetrics } from '../../shared/process/process-metrics.ts'
import { countBlockedFacts, readPostingLag, readQueueGauges } from '../../shared/store/platform/queue-figures.ts'

/** From a read of a few rows to a bank statement of 200 MB. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
/** Figures of the database are the same for every scraper; they are read so often at most. */
const KEEP_MS = 5_000
const QUANTILES = [0.5, 0.95, 0.99, 1]

export type Metrics = {
  readonly register: Registry
  /** Counts and times every answer, by the route that matched and never by the path that was sent. */
  readonly observe: (ctx: Context, next: Next) => Promise<void>
  readonly addTo: (router: Router) => void
}

/** What Prometheus reads from this web process: its own requests and health, and the queues and blockers of all. */
export function createMetrics({ pool, config, log }: Deps): Metrics {
  const register = processMetrics(pool)
  const registers = [register]
  const requests = new Histogram({
    name: 'hauptbuch_http_request_duration_seconds',
    help: 'Time until an answer was ready, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  })
  const depth = new Gauge({
    name: 'hauptbuch_queue_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers,
  })
  const age = new Gauge({
    name: 'hauptbuch_queue_oldest_seconds',
    help: 'Age of the oldest job that could run',
    labelNames: ['queue'],
    registers,
  })
  const blocked = new Gauge({
    name: 'hauptbuch_blocked_facts',
    help: 'Blocked facts by blocker',
    labelNames: ['blocker'],
    registers,
  })
  const up = new Gauge({ name: 'hauptbuch_database_up', help: '1 while the database answers', registers })
  const lag = new Gauge({
    name: 'hauptbuch_recent_accept_to_posted_seconds',
    help: 'Time from acceptance to posting, of the newest facts of the last minutes in all workers; NaN: there are none',
    labelNames: ['quantile'],
    registers,
  })
  let readAt = Number.NEGATIVE_INFINITY

  async function readDatabase(): Promise<void> {
    if (performance.now() - readAt < KEEP_MS) return
    readAt = performance.now()
    const [queues, blockers, lags] = await Promise.all([
      readQueueGauges(pool),
      countBlockedFacts(pool),
      readPostingLag(pool, QUANTILES),
    ])
    for (const gauge of [depth, age, blocked]) gauge.reset()
    for (const { queue, waiting, active, oldest_seconds } of queues) {
      depth.set({ queue, state: 'waiting' }, waiting)
      depth.set({ queue, state: 'active' }, active)
      age.set({ queue }, oldest_seconds)
    }
    for (const { blocker, facts } of blockers) blocked.set({ blocker }, facts)
    for (const [index, quantile] of QUANTILES.entries()) lag.set({ quantile }, lags?.[index] ?? Number.NaN)
  }

  return {
    register,
    async observe(ctx, next) {
      const started = performance.now()
      await next()
      const labels = { method: ctx.method, route: String(ctx._matchedRoute ?? 'none'), status: ctx.status }
      requests.observe(labels, (performance.now() - started) / 1_000)
    },
    addTo(router) {
      router.get('/metrics', async (ctx) => {
        requireToken(config.metrics_token, ctx.get('Authorization'))
        // A database that is away is one of the things to be told, so the rest is told nevertheless.
        const isUp = await readDatabase().then(
          () => true,
          (error) => {
            log.warn({ err: error }, 'the figures of the database cannot be read')
            return false
          },
        )
        up.set(isUp ? 1 : 0)
        ctx.body = await register.metrics()
        ctx.set('Content-Type', register.contentType)
      })
    },
  }
}

/**
 * Without METRICS_TOKEN there is no such page: its figures tell how much business goes on here.
 *
 * @throws ApiError not_found, invalid_auth
 */
function requireToken(token: string | null, authorization: string): void {
  if (token === null) throw new ApiError('not_found', 'There is nothing here. Set METRICS_TOKEN to have metrics.')
  if (isBearer(authorization, token)) return
  throw new ApiError('invalid_auth', 'Send Authorization: Bearer with the value of METRICS_TOKEN.')
}
