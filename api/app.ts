import Router from '@koa/router'
import Koa from 'koa'
import { createApiDeps, type DepsOfWeb } from './api-deps-in.ts'
import { boundAnswers } from './http/answers/bound-answers.ts'
import type { ApiDeps } from './http/api-deps.ts'
import { handle } from './http/handle/handle.ts'
import { answerBroken } from './http/middleware/answer-broken.ts'
import { answerErrors } from './http/middleware/answer-errors.ts'
import { closeWhenRetired } from './http/middleware/close-when-retired.ts'
import { countRequests } from './http/middleware/count-requests.ts'
import { leadToPages } from './http/middleware/lead-to-pages.ts'
import { logRequest } from './http/middleware/log-request.ts'
import { secureHeaders } from './http/middleware/secure-headers.ts'
import { traceRequest } from './http/middleware/trace-request.ts'
import { addDocs } from './openapi/docs-page.ts'
import { openApiDocument } from './openapi/document.ts'
import { addHealth } from './platform/health.ts'
import { createMetrics } from './platform/metrics.ts'
import { errorPage } from './print/pages/errors/error-page.ts'
import { withPages } from './print/pages/with-pages.ts'
import { endpoints } from './routes.ts'

export type App = {
  readonly koa: Koa
  /** From now on /readyz returns 503, so that no new traffic is sent here. */
  retire(): void
  /** Resolves when everything that was begun is done. */
  close(): Promise<void>
}

/**
 * Builds the web application; it does not listen.
 *
 * @param watched gives endpoints their dependencies, where somebody watches what they do with them
 */
export function buildApp(deps: DepsOfWeb, watched = (all: ApiDeps) => all): App {
  const stopping = new AbortController()
  const all = createApiDeps(deps, stopping.signal, watched)
  const metrics = createMetrics(deps, all.shared)
  const requests = countRequests()
  const koa = new Koa()
  koa.silent = true // errors are logged where they are answered
  answerBroken(koa, deps.log)
  koa.use(requests.count)
  koa.use(secureHeaders)
  koa.use(closeWhenRetired(stopping.signal))
  if (deps.tracing) koa.use(traceRequest(deps.tracing.tracer))
  koa.use(logRequest(deps.log))
  koa.use(metrics.observe)
  koa.use(boundAnswers(all.shared.answers))
  koa.use(answerErrors(errorPage))
  koa.use(leadToPages)
  const served = withPages(endpoints)
  const { home } = deps.databases
  const router = createRouter(all.shared.apiDepsIn(home), served)
  // Those that operators and developers ask without a key.
  addHealth(router, { pool: home.pool, stopping: stopping.signal, databases: deps.databases })
  addDocs(router, openApiDocument(served))
  metrics.addTo(router)
  koa.use(router.routes())
  koa.use(router.allowedMethods())
  return {
    koa,
    retire() {
      stopping.abort()
      all.closeFeeds()
    },
    async close() {
      all.closeFeeds()
      await requests.idle()
      await all.close()
    },
  }
}

function createRouter(deps: ApiDeps, served: ReturnType<typeof withPages>): Router {
  const router = new Router()
  for (const endpoint of served) router[endpoint.method](endpoint.path, handle(deps, endpoint))
  return router
}
