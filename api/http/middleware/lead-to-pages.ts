import type { Context, Next } from 'koa'

/** Where people begin, from the root of the service: below whatever prefix it stands. */
const FIRST_PAGE = 'v1/end-customers'

/** Whoever opens the address of the service in a browser wants its first page. Programs are told that nothing is there. */
export async function leadToPages(ctx: Context, next: Next): Promise<void> {
  if (ctx.path !== '/' || ctx.method !== 'GET' || ctx.accepts(['application/json', 'text/html']) !== 'text/html')
    return next()
  ctx.vary('Accept')
  ctx.status = 302
  ctx.set('Location', FIRST_PAGE)
  ctx.body = ''
}
