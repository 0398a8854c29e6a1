import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { enqueuedJobs, type LogFields, withLogContext } from '../../../shared/process/log-context.ts'
import { currentTraceId } from '../../../shared/process/tracing.ts'
import type { State } from '../admission/caller.ts'

/** Takes over a sane X-Request-Id or makes one, and writes one line for each request: never a body, never a secret. */
export function logRequest(log: Logger): Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    const state = ctx.state as State
    const given = ctx.get('X-Request-Id')
    state.request_id = /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID()
    state.log = log
    ctx.set('X-Request-Id', state.request_id)
    await withLogContext(
      () => fieldsOf(state),
      async () => {
        await next()
        const ms = Math.round((performance.now() - started) * 10) / 10
        const answered = { method: ctx.method, route: ctx._matchedRoute ?? null, status: ctx.status, ms }
        log.info({ ...fieldsOf(state), ...answered, ...(ctx.status < 400 ? enqueuedJobs() : {}) }, 'request')
      },
    )
  }
}

function fieldsOf({ request_id, caller, end_customer_id }: State): LogFields {
  return { request_id, key_id: caller?.key_id, end_customer_id, trace_id: currentTraceId() }
}
