import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { State } from '../caller.ts'

/** Takes over a sane X-Request-Id or makes one, and writes one line for each request: never a body, never a secret. */
export function logRequest(log: Logger): Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    const state = ctx.state as State
    const given = ctx.get('X-Request-Id')
    state.request_id = /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID()
    state.log = log.child({ request_id: state.request_id })
    ctx.set('X-Request-Id', state.request_id)
    await next()
    state.log.info(
      {
        method: ctx.method,
        route: ctx._matchedRoute ?? null,
        status: ctx.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        key_id: state.caller?.key_id,
        end_customer_id: state.end_customer_id,
      },
      'request',
    )
  }
}
