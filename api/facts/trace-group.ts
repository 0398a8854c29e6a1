import { ROOT_CONTEXT, type Tracer } from '@opentelemetry/api'
import { endFailed, linksTo } from '../../shared/process/tracing.ts'

type Traced = { readonly traceparent?: string | undefined }

/** Commits a group of requests in a separate trace, with links to the traces of the requests. */
export function traceGroup<Item extends Traced, Result>(
  tracer: Tracer,
  commit: (items: readonly Item[]) => Promise<Result>,
): (items: readonly Item[]) => Promise<Result> {
  return (items) => {
    const links = linksTo(items.map(({ traceparent }) => traceparent))
    const attributes = { 'hauptbuch.facts': items.length }
    return tracer.startActiveSpan('accept facts', { links, attributes }, ROOT_CONTEXT, async (span) => {
      try {
        const result = await commit(items)
        span.end()
        return result
      } catch (error) {
        endFailed(span, error)
        throw error
      }
    })
  }
}
