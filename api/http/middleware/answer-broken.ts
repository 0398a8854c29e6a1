import type Koa from 'koa'
import type { Context } from 'koa'
import type { Logger } from 'pino'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { envelopeOf } from '../../../shared/http/error-envelope.ts'
import { SECURITY_HEADERS } from '../../../shared/http/security-headers.ts'
import type { State } from '../admission/caller.ts'
import { hasHungUp } from '../client/hang-up.ts'

/**
 * Answers what fails behind all middlewares (an answer that cannot be written as JSON, for example) like everything else.
 * Koa would remove all headers and write a plain text.
 */
export function answerBroken(koa: Koa, log: Logger): void {
  koa.context.onerror = function (this: Context, error: Error | null) {
    // A client that has hung up ends here too, and an answer that has begun cannot be changed any more.
    if (!error || this.headerSent || !this.writable || hasHungUp(this.req)) return
    const { request_id = '' } = this.state as Partial<State>
    log.error({ err: error, request_id }, 'the answer failed')
    const broken = new ApiError('internal_error', 'Something is broken on our side. Quote the request id.')
    const body = JSON.stringify(envelopeOf(broken, request_id))
    const type = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
    for (const name of this.res.getHeaderNames()) this.res.removeHeader(name)
    this.res.writeHead(broken.status, { ...SECURITY_HEADERS, 'X-Request-Id': request_id, ...type }).end(body)
  }
}
