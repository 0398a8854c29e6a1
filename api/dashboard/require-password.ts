import { timingSafeEqual } from 'node:crypto'
import type { Middleware } from 'koa'
import { sha256Of } from '../../shared/canonical/hash.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="Hauptbuch dashboard", charset="UTF-8"' }

/**
 * Lets requests with the password pass, whatever the user name.
 *
 * @throws ApiError invalid_auth
 * @source RFC 7617
 */
export function requirePassword(password: string): Middleware {
  const expected = digest(password)
  return (ctx, next) => {
    const [, encoded = ''] = /^Basic ([\w+/]+=*)$/i.exec(ctx.get('Authorization')) ?? []
    const [, ...given] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
    // Digests are of one length, so the comparison takes the same time whatever was sent.
    if (timingSafeEqual(digest(given.join(':')), expected)) return next()
    throw new ApiError('invalid_auth', 'Send the password of the dashboard.', [], CHALLENGE)
  }
}

function digest(text: string): Buffer {
  return Buffer.from(sha256Of(text), 'hex')
}
