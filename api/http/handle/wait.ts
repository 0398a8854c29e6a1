import type { PollInTurn } from '../admission/polls.ts'
import type { Current } from '../endpoint.ts'

type PollUntil = (until: Parameters<PollInTurn>[2]) => ReturnType<Current>

const MAX_SECONDS = 30

/**
 * Seconds of `Prefer: wait=N`, at most 30; null when the header does not ask to wait. Other preferences are ignored.
 *
 * @source RFC 7240, section 4.3
 */
export function waitSeconds(prefer: string): number | null {
  const match = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,4})"?/i.exec(prefer)
  return match ? Math.min(Number(match[1]), MAX_SECONDS) : null
}

/**
 * Polls until the work has settled or the time is over; then null. The request is accepted already, so a database that
 * goes away meanwhile is no reason to fail it. A process that is stopping answers at once.
 */
export async function waitFor(poll: PollUntil, seconds: number, stopping: AbortSignal) {
  const ends_at = performance.now() + seconds * 1000
  for (;;) {
    const now = await poll({ ends_at, stopping }).catch(() => null)
    if (now !== null || performance.now() >= ends_at || stopping.aborted) return now
  }
}
