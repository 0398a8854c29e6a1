import type { Middleware } from 'koa'

/**
 * Says with every answer of a process that is stopping that it is the last on this connection. Routers keep connections
 * open and would go on sending requests through them until they are cut off in the middle of one.
 */
export function closeWhenRetired(isRetired: () => boolean): Middleware {
  return async (ctx, next) => {
    await next()
    if (isRetired()) ctx.set('Connection', 'close')
  }
}
