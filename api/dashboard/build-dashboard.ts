import { randomUUID } from 'node:crypto'
import { createDashboardHandler } from '@pg-boss/dashboard/handler'
import Koa, { type Context } from 'koa'
import type { Logger } from 'pino'
import { ApiError, ERRORS } from '../../shared/contract/platform/errors.ts'
import { envelopeOf } from '../../shared/http/error-envelope.ts'
import '../../shared/store/db/driver/several-hosts.ts'
import { answerBroken } from '../http/middleware/answer-broken.ts'
import { answerErrors } from '../http/middleware/answer-errors.ts'
import { logRequest } from '../http/middleware/log-request.ts'
import { secureHeaders } from '../http/middleware/secure-headers.ts'
import { keepWithin, NO_FONTS } from './keep-within.ts'
import { requirePassword } from './require-password.ts'
import { requireShowable } from './require-showable.ts'

const SHOWS_ONLY = 'The dashboard only shows; npm run ops changes.'

export type Dashboard = { readonly koa: Koa; close(): Promise<void> }

type DashboardOptions = {
  readonly database_url: string | null
  /** Null: every answer is 503 with the sentence `off`, and nothing is logged. */
  readonly password: string | null
  readonly off: string
  readonly log: Logger
}

/**
 * The dashboard behind its password; it does not listen. It only shows: it could delete jobs, and a job that failed for
 * good must not be lost by a click, and its bundled pg-boss refuses the schema of ours.
 */
export function buildDashboard({ database_url, password, off, log }: DashboardOptions): Dashboard {
  const koa = new Koa()
  koa.silent = true // errors are logged where they are answered
  answerBroken(koa, log)
  koa.use(secureHeaders)
  if (!password || !database_url) {
    koa.use((ctx) => {
      const request_id = randomUUID()
      ctx.status = ERRORS.service_unavailable.status
      ctx.set('X-Request-Id', request_id)
      ctx.body = envelopeOf({ code: 'service_unavailable', message: off, details: [] }, request_id)
    })
    return { koa, close: async () => {} }
  }
  koa.use(logRequest(log))
  koa.use(answerErrors())
  process.env.PGBOSS_DASHBOARD_READ_ONLY = '1' // there is no other way to have it hide its buttons
  const handler = createDashboardHandler({ databases: [{ url: database_url, name: 'hauptbuch' }] })
  koa.use(requirePassword(password))
  koa.use(async (ctx) => {
    if (ctx.path === NO_FONTS) {
      ctx.type = 'css'
      ctx.body = ''
      return
    }
    requireShowable(ctx)
    await answer(ctx, await handler(requestOf(ctx)))
  })
  return { koa, close: () => handler.close() }
}

function requestOf({ method, headers, href }: Context): Request {
  if (method !== 'GET' && method !== 'HEAD')
    throw new ApiError('method_not_allowed', SHOWS_ONLY, [], { Allow: 'GET, HEAD' })
  if (!URL.canParse(href)) throw new ApiError('invalid_request', 'The request line is malformed.')
  return new Request(href, { method, headers: headers as Record<string, string> })
}

/**
 * Some refusals of the dashboard have no page.
 *
 * @throws ApiError
 */
function requireNoRefusal({ status }: Response): void {
  if (status < 400) return
  if (status >= 500) throw new ApiError('internal_error', 'The dashboard failed. Quote the request id.')
  throw new ApiError(status === 404 ? 'not_found' : 'invalid_request', 'The dashboard does not show this.')
}

async function answer(ctx: Context, response: Response): Promise<void> {
  ctx.status = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') ctx.set(name, value)
  ctx.set('Set-Cookie', response.headers.getSetCookie())
  const { body, content_security_policy } = keepWithin(
    response.headers.get('content-type') ?? '',
    Buffer.from(await response.arrayBuffer()),
  )
  ctx.set('Content-Security-Policy', content_security_policy)
  ctx.remove('Content-Length')
  if (body.length > 0) ctx.body = body
  else if (ctx.method !== 'HEAD') requireNoRefusal(response)
}
