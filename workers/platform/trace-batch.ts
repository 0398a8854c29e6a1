import { ROOT_CONTEXT, type Span, SpanKind, type Tracer } from '@opentelemetry/api'
import { contextOf, endFailed, linksTo } from '../../shared/process/tracing.ts'
import type { Job, JobResult } from '../job.ts'

type TracedJobs = readonly Job<unknown>[]

/**
 * A batch is a trace, with its queries. Each of its jobs also has a span in the trace of the request that caused it, as
 * long as the batch and linked to it. So a trace goes from the request to its posting.
 */
export async function traceBatch(
  tracer: Tracer,
  queue: string,
  jobs: TracedJobs,
  run: () => Promise<JobResult[]>,
): Promise<JobResult[]> {
  const begun = Date.now()
  const links = linksTo(jobs.map(traceparentOf))
  const attributes = { 'messaging.destination.name': queue, 'messaging.batch.message_count': jobs.length }
  const options = { kind: SpanKind.CONSUMER, links, attributes }
  return tracer.startActiveSpan(`${queue} batch`, options, ROOT_CONTEXT, async (span) => {
    try {
      const results = await run()
      const failed = new Set(results.flatMap(({ id, status }) => (status === 'failed' ? [id] : [])))
      addJobSpans(tracer, queue, jobs, begun, span, (id) => failed.has(id))
      span.end()
      return results
    } catch (error) {
      addJobSpans(tracer, queue, jobs, begun, span, () => true)
      endFailed(span, error)
      throw error
    }
  })
}

function addJobSpans(
  tracer: Tracer,
  queue: string,
  jobs: TracedJobs,
  begun: number,
  batch: Span,
  failed: (id: string) => boolean,
) {
  for (const job of jobs) {
    const parent = contextOf(traceparentOf(job))
    if (!parent) continue
    const { end_customer_id } = job.data as { end_customer_id?: string }
    const attributes = { 'messaging.message.id': job.id, 'hauptbuch.end_customer_id': end_customer_id }
    const options = { kind: SpanKind.CONSUMER, startTime: begun, links: [{ context: batch.spanContext() }], attributes }
    const span = tracer.startSpan(queue, options, parent)
    if (failed(job.id)) endFailed(span, null)
    else span.end()
  }
}

function traceparentOf({ data }: Job<unknown>): string | undefined {
  return (data as { traceparent?: string }).traceparent
}
