import { AsyncLocalStorage } from 'node:async_hooks'

/** Fields that every line of the log carries while some work is done: its request, its group of requests, or the jobs of its queue. */
export type LogFields = Readonly<Record<string, unknown>>

type LogContext = { readonly fields: () => LogFields; readonly job_ids: Set<string> }

const contexts = new AsyncLocalStorage<LogContext>()
/** A longer list is cut off in the log, with its length beside it. */
const MAX_SHOWN = 20

/**
 * Runs some work in a log context: lines that are logged beneath it carry these fields.
 *
 * @param fields called only when a line is written, so a context costs nothing until then
 */
export function withLogContext<T>(fields: () => LogFields, run: () => T): T {
  return contexts.run({ fields, job_ids: new Set() }, run)
}

/** The fields of the current log context; none outside of one. */
export function logContext(): LogFields {
  return contexts.getStore()?.fields() ?? {}
}

/** Records jobs that the current work has enqueued. */
export function recordEnqueuedJobs(ids: readonly string[]): void {
  const recorded = contexts.getStore()?.job_ids
  if (recorded) for (const id of ids) recorded.add(id)
}

/** The jobs that the current work has enqueued so far, as fields of a line of the log. */
export function enqueuedJobs(): LogFields {
  const ids = contexts.getStore()?.job_ids
  return ids && ids.size > 0 ? idFields('job', [...ids]) : {}
}

/** A list of ids as fields: `job_ids`, and `job_count` where it is too long to be shown as a whole. */
export function idFields(name: string, ids: readonly string[]): LogFields {
  const shown = { [`${name}_ids`]: ids.slice(0, MAX_SHOWN) }
  return ids.length > MAX_SHOWN ? { ...shown, [`${name}_count`]: ids.length } : shown
}
