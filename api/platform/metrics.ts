import type Router from '@koa/router'
import type { Context, Next } from 'koa'
import { Histogram, type Registry } from 'prom-client'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { Deps } from '../../shared/deps/deps.ts'
import { processMetrics } from '../../shared/deps/process-metrics.ts'
import { isBearer } from '../../shared/process/bearer.ts'
import { databaseMetrics } from './database-metrics.ts'
import { addRequestsUnderWay, type HeldByRequests } from './request-metrics.ts'

/** From a read of a few rows to a bank statement of 200 MB. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export type Metrics = {
  readonly register: Registry
  /** Counts and times every answer, by the route that matched and never by the path that was sent. */
  readonly observe: (ctx: Context, next: Next) => Promise<void>
  readonly addTo: (router: Router) => void
}

/** The figures that Prometheus reads from this web process: its requests and health, and the figures of the database. */
export function createMetrics(deps: Deps, held: HeldByRequests): Metrics {
  const register = processMetrics(deps.databases)
  const requests = new Histogram({
    name: 'hauptbuch_http_request_duration_seconds',
    help: 'Time until an answer was ready, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [register],
  })
  addRequestsUnderWay(held, register)
  const database = databaseMetrics(deps, register)
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
        requireToken(deps.config.metrics_token, ctx.get('Authorization'))
        await database.refresh()
        ctx.body = await register.metrics()
        ctx.set('Content-Type', register.contentType)
      })
    },
  }
}

/**
 * Without METRICS_TOKEN the endpoint does not exist: its figures show how much business the service does.
 *
 * @throws ApiError not_found, invalid_auth
 */
function requireToken(token: string | null, authorization: string): void {
  if (token === null) throw new ApiError('not_found', 'There is nothing here. Set METRICS_TOKEN to have metrics.')
  if (isBearer(authorization, token)) return
  const message = 'Send Authorization: Bearer with the value of METRICS_TOKEN.'
  throw new ApiError('invalid_auth', message, [], { 'WWW-Authenticate': 'Bearer' })
}
