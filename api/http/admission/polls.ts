import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 15
/** A key polls at most for a quarter of the time. */
const PAUSES_PER_POLL = 3

/** Polls once, a little later, but at `ends_at` at the latest, and at once when `stopping` is aborted. */
export type PollInTurn = <Result>(
  key: string,
  poll: () => Promise<Result>,
  until: { readonly ends_at: number; readonly stopping: AbortSignal },
) => Promise<Result>

/**
 * Paces the polls of requests that wait. However many requests of a key wait, it polls for one after the other with
 * pauses between; so the more of them wait, the later each sees its result.
 */
export function pollInTurn(pause = sleepUnless, now = () => performance.now()): PollInTurn {
  /** When the next poll of a key may begin, and how long its last one took. */
  const paces = new Map<string, { free_at: number; took_ms: number; polling: number }>()
  return async (key, poll, { ends_at, stopping }) => {
    const pace = paces.get(key) ?? { free_at: 0, took_ms: 0, polling: 0 }
    paces.set(key, pace)
    pace.polling += 1
    const begins_at = Math.max(now() + POLL_MS, pace.free_at)
    if (begins_at < ends_at) pace.free_at = begins_at + (1 + PAUSES_PER_POLL) * pace.took_ms
    try {
      await pause(Math.max(0, Math.min(begins_at, ends_at) - now()), stopping)
      const started = now()
      const result = await poll()
      pace.took_ms = now() - started
      return result
    } finally {
      pace.polling -= 1
      if (pace.polling === 0) paces.delete(key)
    }
  }
}

function sleepUnless(ms: number, stopping: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal: stopping }).catch(() => {})
}
