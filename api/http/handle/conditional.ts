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
  const full = representation ? `${tag}-${representation}` : tag
  ctx.set('ETag', `"${full}"`)
  ctx.set('Cache-Control', 'private, no-cache')
  return ctx
    .get('If-None-Match')
    .split(/\s*,\s*/)
    .some((known) => known === '*' || known.replace(/^W\//, '') === `"${full}"`)
}
