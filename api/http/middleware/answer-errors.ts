import type { Context, Next } from 'koa'
import { ApiError, ERRORS } from '../../../shared/contract/platform/errors.ts'
import { isDatabaseAway } from '../../../shared/store/db/database-away.ts'
import type { State } from '../admission/caller.ts'

/** Turns every error into the one error envelope. An unforeseen one is logged, and its answer gives nothing away. */
export async function answerErrors(ctx: Context, next: Next): Promise<void> {
  try {
    await next()
    if (ctx.body === undefined || ctx.body === null) refuseUnrouted(ctx)
  } catch (error) {
    const known = error instanceof ApiError ? error : translated(error, ctx)
    const { log, request_id } = ctx.state as State
    if (known.status >= 500) log.error({ err: error, request_id }, 'the request failed')
    ctx.status = ERRORS[known.code].status
    ctx.remove('ETag')
    ctx.set('Cache-Control', 'no-store')
    ctx.set(known.headers)
    ctx.body = { error: { code: known.code, message: known.message, request_id, details: known.details } }
  }
}

/** The router has found nothing: it left 404, or 405 with the Allow header. */
function refuseUnrouted({ status, method, path }: Context): void {
  if (status === 404) throw new ApiError('not_found', `There is no ${path}.`)
  if (status === 405 || status === 501) {
    throw new ApiError('method_not_allowed', `${path} does not take ${method}. See the Allow header.`)
  }
}

function translated(error: unknown, { req }: Context): ApiError {
  // Nobody reads this answer; in the log it must not count as a failure of the service or the database.
  if (error === req.errored) return new ApiError('invalid_request', 'The request ended before it was complete.')
  if (isDatabaseAway(error)) {
    const message = 'The database cannot be reached right now. Nothing is lost: send the same request again.'
    return new ApiError('service_unavailable', message, [], { 'Retry-After': '1' })
  }
  // Koa and Node mark malformed requests (such as a bad percent-encoding) with a 4xx status, or cannot read their URL.
  const { status, code } = error as { status?: unknown; code?: unknown }
  if (status === 400 || code === 'ERR_INVALID_URL')
    return new ApiError('invalid_request', 'The request line is malformed.')
  return new ApiError('internal_error', 'Something is broken on our side. Quote the request id when you ask about it.')
}
