import { AsyncLocalStorage } from 'node:async_hooks'

/** Why something is being done, in the words of the log: a request, a group of requests, the jobs of a queue. */
export type CauseFields = Readonly<Record<string, unknown>>

type Cause = { readonly fields: () => CauseFields; readonly job_ids: Set<string> }

const causes = new AsyncLocalStorage<Cause>()
/** Of longer lists a line shows the beginning, and how long they are. */
const MAX_SHOWN = 20

/**
 * Runs something and lets everything beneath it know why it is done.
 *
 * @param fields called only when a line is written that needs them, so it costs nothing until then
 */
export function causedBy<T>(fields: () => CauseFields, run: () => T): T {
  return causes.run({ fields, job_ids: new Set() }, run)
}

/** What caused what is done right now; nothing where nobody has said. */
export function causeFields(): CauseFields {
  return causes.getStore()?.fields() ?? {}
}

/** Remembers jobs that whatever is done right now has caused. */
export function noteJobs(ids: readonly string[]): void {
  const noted = causes.getStore()?.job_ids
  if (noted) for (const id of ids) noted.add(id)
}

/** The jobs that were caused so far, as fields of a line of the log. */
export function causedJobs(): CauseFields {
  const ids = causes.getStore()?.job_ids
  return ids && ids.size > 0 ? listed('job', [...ids]) : {}
}

/** A list of ids as fields: `job_ids`, and `job_count` where it is too long to be shown as a whole. */
export function listed(name: string, ids: readonly string[]): CauseFields {
  const shown = { [`${name}_ids`]: ids.slice(0, MAX_SHOWN) }
  return ids.length > MAX_SHOWN ? { ...shown, [`${name}_count`]: ids.length } : shown
}
