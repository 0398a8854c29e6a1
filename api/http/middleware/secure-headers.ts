import type { Context, Next } from 'koa'

/**
 * Headers that forbid browsers to store answers, to frame them, to guess their type and to pass on their addresses. A
 * page to print and an answer with an ETag override them.
 */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
}
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
