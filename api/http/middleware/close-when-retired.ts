import type { Middleware } from 'koa'

/**
 * Marks every answer of a process that is stopping as the last on its connection. Routers keep connections open and would
 * go on sending requests through them until they are cut off in the middle of one.
 */
export function closeWhenRetired(stopping: AbortSignal): Middleware {
  return async (ctx, next) => {
    await next()
    if (stopping.aborted) ctx.set('Connection', 'close')
  }
}
