import { type Context, context, ROOT_CONTEXT, type Span, type Tracer, trace } from '@opentelemetry/api'
import { expect } from 'chai'
import { contextOf, currentTraceparent, linksTo } from '../../shared/process/tracing.ts'
import { traceBatch } from '../../workers/platform/trace-batch.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'
const TRACEPARENT = `00-${TRACE_ID}-${SPAN_ID}-01`
const UNUSABLE = [undefined, '', 'nonsense', `00-${'0'.repeat(32)}-${SPAN_ID}-01`]

/** No propagator is registered here, as with `OTEL_PROPAGATORS=none`. */
describe('the traceparent of a job', () => {
  afterEach(() => context.disable())

  it('is that of the current span, whatever propagators the process has', () => {
    expect(currentTraceparent()).to.equal(undefined)
    activate(trace.setSpanContext(ROOT_CONTEXT, { traceId: TRACE_ID, spanId: SPAN_ID, traceFlags: 1 }))
    expect(currentTraceparent()).to.equal(TRACEPARENT)
  })

  it('leads back to the span, where it is usable', () => {
    expect(linksTo([...UNUSABLE, TRACEPARENT]).map(({ context: { spanId } }) => spanId)).to.deep.equal([SPAN_ID])
    expect(UNUSABLE.map(contextOf)).to.deep.equal([null, null, null, null])
  })

  it('gives the job a span in that trace, and none in a new trace', async () => {
    const parents: (string | undefined)[] = []
    const jobs = [...UNUSABLE, TRACEPARENT].map((traceparent, n) => ({ id: String(n), data: { traceparent } }))
    await traceBatch(recordingTracer(parents), 'facts.evaluate', jobs, async () => [])
    expect(parents).to.deep.equal([TRACE_ID])
  })
})

function activate(active: Context): void {
  context.setGlobalContextManager({
    active: () => active,
    with: (_context, run, self, ...args) => run.apply(self as never, args),
    bind: (_context, target) => target,
    enable() {
      return this
    },
    disable() {
      return this
    },
  })
}

/** Notes the trace of each span that is begun within another. */
function recordingTracer(parents: (string | undefined)[]): Tracer {
  const span = trace.wrapSpanContext({ traceId: TRACE_ID, spanId: 'b7ad6b7169203331', traceFlags: 1 })
  return {
    startSpan: (_name, _options, parent = ROOT_CONTEXT) => {
      parents.push(trace.getSpanContext(parent)?.traceId)
      return span
    },
    startActiveSpan: (...args: unknown[]) => (args.at(-1) as (span: Span) => unknown)(span),
  } as Tracer
}
