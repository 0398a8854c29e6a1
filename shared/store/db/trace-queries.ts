import { SpanKind, type Tracer, trace } from '@opentelemetry/api'
import type { Interceptor, Query, QueryContext } from 'slonik'
import { endFailed } from '../../process/tracing.ts'
import { queryName } from './log-queries.ts'

/** A span for each query of a traced request or job, by its name and never with a value. */
export function traceQueries(tracer: Tracer): Interceptor {
  const begin = ({ queryInputTime }: QueryContext, query: Query) => {
    const ms = Number(process.hrtime.bigint() - BigInt(queryInputTime)) / 1e6
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': queryName(query) }
    const startTime = performance.timeOrigin + performance.now() - ms
    return tracer.startSpan(queryName(query), { kind: SpanKind.CLIENT, startTime, attributes })
  }
  return {
    name: 'trace-queries',
    afterQueryExecution(begun, query) {
      if (trace.getActiveSpan()) begin(begun, query).end()
      return null
    },
    queryExecutionError(begun, query, error) {
      if (trace.getActiveSpan()) endFailed(begin(begun, query), error)
      return null
    },
  }
}
