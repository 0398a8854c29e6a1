import Router from '@koa/router'
import Koa from 'koa'
import { ApiError } from '../shared/contract/platform/errors.ts'
import type { Deps } from '../shared/process/deps.ts'
import { idFields, withLogContext } from '../shared/process/log-context.ts'
import { row, sql } from '../shared/store/db/database.ts'
import type { NewSourceFact } from '../shared/store/facts/accept-source-facts.ts'
import { acceptFacts } from './facts/accept-facts.ts'
import { groupCommit } from './facts/group-commit.ts'
import { traceGroup } from './facts/trace-group.ts'
import { createAuthenticator } from './http/admission/authenticator.ts'
import { limitFailures } from './http/admission/limit-failures.ts'
import { watchQueueDepth } from './http/admission/queue-depth.ts'
import { limitRate } from './http/admission/rate-limit.ts'
import type { ApiDeps } from './http/api-deps.ts'
import { handle } from './http/handle/handle.ts'
import { answerErrors } from './http/middleware/answer-errors.ts'
import { closeWhenRetired } from './http/middleware/close-when-retired.ts'
import { countRequests } from './http/middleware/count-requests.ts'
import { logRequest } from './http/middleware/log-request.ts'
import { secureHeaders } from './http/middleware/secure-headers.ts'
import { traceRequest } from './http/middleware/trace-request.ts'
import { addDocs } from './openapi/docs-page.ts'
import { openApiDocument } from './openapi/document.ts'
import { watchFeeds } from './platform/feeds.ts'
import { createMetrics } from './platform/metrics.ts'
import { endpoints } from './routes.ts'

/** Two groups at once: one is built and sent while the other one is flushed to disk. */
const GROUPS_AT_ONCE = 2

export type App = {
  readonly koa: Koa
  /** From now on /readyz says no, so that no new traffic is sent here. */
  retire(): void
  /** Resolves when everything that was begun is done. */
  close(): Promise<void>
}

/** Builds the web application; it does not listen. */
export function buildApp(deps: Deps): App {
  const authenticator = createAuthenticator(deps.pool, limitFailures(deps.config.failed_auth_per_minute))
  const feeds = watchFeeds(deps.pool)
  const metrics = createMetrics(deps)
  const queueDepth = watchQueueDepth(deps)
  const { accept_group_size: max_group, database_pool_size } = deps.config
  // Groups of one gain nothing from waiting for each other, so they may use every connection.
  const concurrency = max_group === 1 ? database_pool_size : GROUPS_AT_ONCE
  const stopping = new AbortController()
  const isRetired = () => stopping.signal.aborted
  const accept = (facts: readonly NewSourceFact[]) => acceptFacts(deps.pool, facts)
  const { tracing } = deps
  const commit = tracing ? traceGroup(tracing.tracer, accept) : accept
  const apiDeps: ApiDeps = {
    ...deps,
    authenticator,
    feeds,
    checkRateLimit: limitRate(deps.config.rate_limit_per_minute),
    queueDepth,
    stopping: stopping.signal,
    submitFact: groupCommit((facts) => withLogContext(requestsOf(facts), () => commit(facts)), {
      max_group,
      concurrency,
    }),
  }
  const router = new Router()
  for (const endpoint of endpoints) router[endpoint.method](endpoint.path, handle(apiDeps, endpoint))
  addOperations(router, deps, isRetired)
  addDocs(router)
  metrics.addTo(router)
  const koa = new Koa()
  koa.silent = true // errors are logged where they are answered
  const requests = countRequests()
  koa.use(requests.count)
  koa.use(secureHeaders)
  koa.use(closeWhenRetired(isRetired))
  if (tracing) koa.use(traceRequest(tracing.tracer))
  koa.use(logRequest(deps.log))
  koa.use(metrics.observe)
  koa.use(answerErrors)
  koa.use(router.routes())
  koa.use(router.allowedMethods())
  return {
    koa,
    retire() {
      stopping.abort()
      feeds.close()
    },
    async close() {
      feeds.close()
      await requests.idle()
      await authenticator.close()
      await queueDepth.close()
    },
  }
}

/** A group works for many requests, not for the one that happened to begin it. */
function requestsOf(facts: readonly NewSourceFact[]) {
  return () =>
    idFields(
      'request',
      facts.map(({ request_id }) => request_id),
    )
}

/** What operators and developers ask for, without a key. */
function addOperations(router: Router, { pool }: Deps, isRetired: () => boolean): void {
  const document = openApiDocument(endpoints)
  router.get('/openapi.json', (ctx) => {
    ctx.body = document
  })
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' }
  })
  router.get('/readyz', async (ctx) => {
    const retiring = new ApiError('service_unavailable', 'This process is stopping.', [], { 'Retry-After': '1' })
    if (isRetired()) throw retiring
    await pool.query(sql.type(row())`select from ledger_heads limit 0`)
    ctx.body = { status: 'ready' }
  })
}
