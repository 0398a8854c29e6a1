import type { Deps } from '../../deps/deps.ts'
import { queueWork } from '../../queue/undecided/queue-work.ts'
import { countUndecidedWork, type WorkFilter, type WorkKind } from '../../store/platform/undecided-work.ts'
import { type PrintOptions, printAnswer } from '../print-table.ts'

/**
 * Queues all undecided work that the filter matches and that has no job waiting: its job is lost, or done. What is decided
 * meanwhile is left alone by its job, so repeating this is harmless. A dry run only counts.
 */
export async function requeueWork(
  deps: Deps,
  kind: WorkKind,
  { dryRun, json, output, ...filter }: WorkFilter & PrintOptions & { dryRun?: boolean },
): Promise<void> {
  const { matching, queued } = dryRun
    ? { matching: await countUndecidedWork(deps.pool, kind, filter), queued: 0 }
    : await queueWork(deps, kind, filter)
  const rest = matching > queued ? `; ${matching - queued} wait with a job already` : ''
  const counted = `${matching} ${kind} match; --dry-run only counts, also those that wait with a job already`
  const options = { ...(json && { json }), ...(output && { output }) }
  printAnswer({ matching, queued }, dryRun ? counted : `${queued} ${kind} are queued${rest}`, options)
}
