import type { Context, Next } from 'koa'
import type { Logger } from 'pino'
import { ApiError, ERRORS } from '../../../shared/contract/platform/errors.ts'
import { envelopeOf } from '../../../shared/http/error-envelope.ts'
import { requireSoundHead } from '../../../shared/http/require-sound-head.ts'
import { TemporaryFileError } from '../../../shared/process/nameless-file.ts'
import { isCutOff, isDatabaseAway, reasonOfAbsence } from '../../../shared/store/db/database-away.ts'
import { behindFence } from '../../../shared/store/moving/behind-fence.ts'
import type { State } from '../admission/caller.ts'

const MALFORMED = 'The request line is malformed.'

/** Turns every error into the one error envelope. An unforeseen one is logged, and its answer gives nothing away. */
export function answerErrors(pageOf: ErrorPage = () => null) {
  return async (ctx: Context, next: Next): Promise<void> => {
    try {
      requireSoundHead(ctx.req)
      await next()
      if (ctx.body === undefined || ctx.body === null) refuseUnrouted(ctx)
    } catch (error) {
      answerError(ctx, error, pageOf)
    }
  }
}

/** The page that says the same as the envelope; null for who wants no page. */
type ErrorPage = (ctx: Context, envelope: ReturnType<typeof envelopeOf>) => string | null

export function answerError(ctx: Context, error: unknown, pageOf: ErrorPage = () => null): void {
  const known = error instanceof ApiError ? error : translated(error, ctx)
  const { log, request_id } = ctx.state as State
  logFailure(log, error, known, request_id)
  ctx.status = ERRORS[known.code].status
  ctx.remove('ETag')
  ctx.set('Cache-Control', 'no-store')
  ctx.set(known.headers)
  const envelope = envelopeOf(known, request_id)
  ctx.body = pageOf(ctx, envelope) ?? envelope
}

/** What we refuse on purpose is in the line of the request. A database that is away is one fault, however many ask. */
function logFailure(log: Logger, error: unknown, { code }: ApiError, request_id: string): void {
  if (error instanceof ApiError || behindFence(error)) return
  if (error instanceof TemporaryFileError) warnOfFolder(log, error)
  else if (code === 'internal_error') log.error({ err: error, request_id }, 'the request failed')
  else if (isCutOff(error)) log.warn({ reason: reasonOfAbsence(error), request_id }, 'a request took too long')
  else if (code === 'service_unavailable')
    log.warn({ reason: reasonOfAbsence(error), request_id }, 'the database was away for a request')
}

/** Every upload meets the same fault until an operator has made room. */
const WARNING_EVERY_MS = 60_000
const warned = new WeakMap<Logger, number>()

function warnOfFolder(log: Logger, { code, folder }: TemporaryFileError): void {
  const now = performance.now()
  if (now - (warned.get(log) ?? Number.NEGATIVE_INFINITY) < WARNING_EVERY_MS) return
  warned.set(log, now)
  log.warn({ code, folder }, 'temporary files cannot be written')
}

/** The router has found nothing: it left 404, or 405 or 501 with the Allow header. */
function refuseUnrouted(ctx: Context): void {
  const { status, method, path } = ctx
  const isThere = status === 405 || status === 501
  // The router answers 501 to methods that it does not know, also for paths that it does not know.
  if (status === 404 || (isThere && ctx.response.get('Allow') === '')) {
    ctx.remove('Allow')
    throw new ApiError('not_found', `There is no ${path}.`)
  }
  if (isThere) {
    throw new ApiError('method_not_allowed', `${path} does not take ${method}. See the Allow header.`)
  }
}

function translated(error: unknown, { req }: Context): ApiError {
  // Nobody reads this answer; in the log it must not count as a failure of the service or the database.
  if (error === req.errored) return new ApiError('invalid_request', 'The request ended before it was complete.')
  if (error instanceof TemporaryFileError) {
    const message = 'There is no room for a file right now. Nothing was stored: send the same request again later.'
    return new ApiError('service_unavailable', message, [], { 'Retry-After': '60' })
  }
  if (isCutOff(error)) {
    const message = 'The database took too long for this request. Nothing is lost: send the same request again.'
    return new ApiError('service_unavailable', message, [], { 'Retry-After': '1' })
  }
  if (behindFence(error)) {
    const message = 'The end customer moves to another database, which takes a moment. Send the same request again.'
    return new ApiError('service_unavailable', message, [], { 'Retry-After': '1' })
  }
  if (isDatabaseAway(error)) {
    const message = 'The database cannot be reached right now. Nothing is lost: send the same request again.'
    return new ApiError('service_unavailable', message, [], { 'Retry-After': '1' })
  }
  // Koa and Node mark malformed requests (such as a bad percent-encoding) with a 4xx status, or cannot read their URL.
  const { status, code } = error as { status?: unknown; code?: unknown }
  if (status === 400 || code === 'ERR_INVALID_URL') return new ApiError('invalid_request', MALFORMED)
  return new ApiError('internal_error', 'Something is broken on our side. Quote the request id when you ask about it.')
}
