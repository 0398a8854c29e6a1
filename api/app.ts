import Router from '@koa/router'
import Koa from 'koa'
import type { Deps } from '../shared/deps/deps.ts'
import { createRightOfWay } from '../shared/process/right-of-way.ts'
import { createSubmitFact } from './facts/submit-fact.ts'
import { createAuthenticator } from './http/admission/authenticator.ts'
import { lanesOfKeys } from './http/admission/lanes.ts'
import { limitFailures } from './http/admission/limit-failures.ts'
import { pollInTurn } from './http/admission/polls.ts'
import { watchQueueDepth } from './http/admission/queue-depth.ts'
import { limitRate } from './http/admission/rate-limit.ts'
import { restWhileOthers } from './http/admission/rest-while-others.ts'
import { createShares } from './http/admission/shares.ts'
import { keyOfLine, takeTurns } from './http/admission/turns.ts'
import { createAnswerBudget } from './http/answers/answer-budget.ts'
import { boundAnswers } from './http/answers/bound-answers.ts'
import type { ApiDeps } from './http/api-deps.ts'
import { createBodyBudget } from './http/body/body-budget.ts'
import { handle } from './http/handle/handle.ts'
import { answerBroken } from './http/middleware/answer-broken.ts'
import { answerErrors } from './http/middleware/answer-errors.ts'
import { closeWhenRetired } from './http/middleware/close-when-retired.ts'
import { countRequests } from './http/middleware/count-requests.ts'
import { leadToPages } from './http/middleware/lead-to-pages.ts'
import { logRequest } from './http/middleware/log-request.ts'
import { secureHeaders } from './http/middleware/secure-headers.ts'
import { traceRequest } from './http/middleware/trace-request.ts'
import { watchPresence } from './http/presence.ts'
import { createUploads } from './http/uploads/uploads.ts'
import { addDocs } from './openapi/docs-page.ts'
import { openApiDocument } from './openapi/document.ts'
import { watchFeeds } from './platform/feeds.ts'
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
export function buildApp(deps: Deps, watched = (all: ApiDeps) => all): App {
  const stopping = new AbortController()
  const apiDeps = createApiDeps(deps, stopping.signal)
  const metrics = createMetrics(deps, apiDeps)
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
  koa.use(boundAnswers(apiDeps.answers))
  koa.use(answerErrors(errorPage))
  koa.use(leadToPages)
  const served = withPages(endpoints)
  const router = createRouter(watched(apiDeps), served)
  // Those that operators and developers ask without a key.
  addHealth(router, apiDeps)
  addDocs(router, openApiDocument(served))
  metrics.addTo(router)
  koa.use(router.routes())
  koa.use(router.allowedMethods())
  return {
    koa,
    retire() {
      stopping.abort()
      apiDeps.feeds.close()
    },
    async close() {
      apiDeps.feeds.close()
      await requests.idle()
      await apiDeps.authenticator.close()
      await apiDeps.queueDepth.close()
    },
  }
}

function createApiDeps(deps: Deps, stopping: AbortSignal): ApiDeps {
  const { pool, config } = deps
  const answers = createAnswerBudget(config)
  const presence = watchPresence()
  const { rest, isQuiet } = restWhileOthers(presence.otherOf)
  const rightOfWay = createRightOfWay()
  return {
    ...deps,
    authenticator: createAuthenticator(pool, limitFailures(config.failed_auth_per_minute)),
    checkRateLimit: limitRate(config.rate_limit_per_minute),
    takeTurns: takeTurns(
      (line, took_ms) => rest(keyOfLine(line), took_ms),
      undefined,
      (line) => rightOfWay.givesWay(keyOfLine(line)),
    ),
    bodies: createBodyBudget(config),
    answers,
    uploads: createUploads(config),
    presence,
    shares: createShares({
      pool_size: config.database_pool_size,
      expensive_of_key: config.expensive_requests_per_key,
      requireRoom: answers.requireRoom,
      rest,
      isQuiet,
      rightOfWay,
    }),
    rightOfWay,
    laneOf: lanesOfKeys(),
    poll: pollInTurn(),
    queueDepth: watchQueueDepth(deps),
    feeds: watchFeeds(pool),
    submitFact: createSubmitFact(deps),
    stopping,
  }
}

function createRouter(deps: ApiDeps, served: ReturnType<typeof withPages>): Router {
  const router = new Router()
  for (const endpoint of served) router[endpoint.method](endpoint.path, handle(deps, endpoint))
  return router
}
