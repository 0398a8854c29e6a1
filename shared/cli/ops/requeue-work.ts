import type { Deps } from '../../deps/deps.ts'
import { queueWork } from '../../queue/undecided/queue-work.ts'
import { countUndecidedWork, type WorkFilter, type WorkKind } from '../../store/platform/undecided-work.ts'

/**
 * Queues all undecided work that the filter matches and that has no job waiting: its job is lost, or done. What is decided
 * meanwhile is left alone by its job, so repeating this is harmless. A dry run only counts.
 */
export async function requeueWork(
  deps: Deps,
  kind: WorkKind,
  { dryRun, json, ...filter }: WorkFilter & { dryRun?: boolean; json?: boolean },
): Promise<void> {
  const { matching, queued } = dryRun
    ? { matching: await countUndecidedWork(deps.pool, kind, filter), queued: 0 }
    : await queueWork(deps, kind, filter)
  const rest = matching > queued ? `; ${matching - queued} wait with a job already` : ''
  if (json) console.log(JSON.stringify({ matching, queued }))
  else if (dryRun)
    console.log(`${matching} ${kind} match; --dry-run only counts, also those that wait with a job already`)
  else console.log(`${queued} ${kind} are queued${rest}`)
}
