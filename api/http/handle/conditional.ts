import type { Context, Request } from 'koa'

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
  return withTagsAlone(ctx.request).fresh
}

/**
 * The request as if If-None-Match were its only header. Koa compares If-Modified-Since as well, which must be ignored
 * beside If-None-Match (RFC 9110, section 13.1.3). Koa takes `Cache-Control: no-cache` for a reload (RFC 2616). But
 * fetch() sends it with every If-None-Match that a script sets, and asks for revalidation by it (RFC 9111, section
 * 5.2.1.4).
 */
function withTagsAlone(request: Request): Request {
  return Object.create(request, { header: { value: { 'if-none-match': request.get('If-None-Match') } } })
}
