import type { Context, Next } from 'koa'
import { SECURITY_HEADERS } from '../../../shared/http/security-headers.ts'

const ONE_YEAR = 'max-age=31536000'

/** Sets them before anything can fail, so that errors have them too. */
export function secureHeaders(ctx: Context, next: Next): Promise<void> {
  ctx.set(SECURITY_HEADERS)
  if (cameByHttps(ctx)) ctx.set('Strict-Transport-Security', ONE_YEAR)
  return next()
}

/** TLS ends at the router in front of us; it adds the protocol of the client, and each further router that of the router before it. */
function cameByHttps(ctx: Context): boolean {
  const [first = ''] = ctx.get('X-Forwarded-Proto').split(',')
  return first.trim().toLowerCase() === 'https'
}
