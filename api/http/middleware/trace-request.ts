import { context, propagation, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { Middleware } from 'koa'
import type { State } from '../admission/caller.ts'

/** Wraps each request in a span, beneath that of the caller where it sends one (`traceparent`); named by its route. */
export function traceRequest(tracer: Tracer): Middleware {
  return async (ctx, next) => {
    const parent = propagation.extract(context.active(), ctx.headers)
    const span = tracer.startSpan(ctx.method, { kind: SpanKind.SERVER }, parent)
    await context.with(trace.setSpan(parent, span), next)
    const route = ctx._matchedRoute === undefined ? undefined : String(ctx._matchedRoute)
    const { request_id, caller, end_customer_id } = ctx.state as State
    if (route !== undefined) span.updateName(`${ctx.method} ${route}`)
    span.setAttributes({
      'http.request.method': ctx.method,
      'http.route': route,
      'http.response.status_code': ctx.status,
      'hauptbuch.request_id': request_id,
      'hauptbuch.key_id': caller?.key_id,
      'hauptbuch.end_customer_id': end_customer_id,
    })
    if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}
