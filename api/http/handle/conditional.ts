import type { Context } from 'koa'

/**
 * Tags the answer, and compares the tag with those that the client has. It is read before the answer, so it is never too
 * new.
 *
 * @param tag null or undefined where there is nothing to compare
 * @returns true for a client that has this very answer already
 * @source RFC 9110, section 13.1.2
 */
export function isUnchanged(ctx: Context, tag: string | null | undefined, representation: string | undefined): boolean {
  if (!tag) return false
  ctx.status = 200
  ctx.etag = representation ? `${tag}-${representation}` : tag
  ctx.set('Cache-Control', 'private, no-cache')
  // fetch() sends `Cache-Control: no-cache` with every If-None-Match that a script sets, and asks for revalidation by it
  // (RFC 9111, section 5.2.1.4). Koa takes it for a reload (RFC 2616), and such clients would never see a 304.
  delete ctx.headers['cache-control']
  return ctx.fresh
}
