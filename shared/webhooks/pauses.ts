const LONGEST_PAUSE_MS = 6 * 60 * 60 * 1_000
const FACTOR = 3
/** Receivers that were away together are not asked together. */
const JITTER = 0.2
/** Whatever a receiver says in Retry-After. */
const LONGEST_WISH_MS = 24 * 60 * 60 * 1_000

type Failing = {
  /** Failed attempts one after the other, with the last one. */
  readonly attempts: number
  /** Milliseconds since the first of them. */
  readonly failing_ms: number
  /** What the receiver has asked for, in milliseconds; null: nothing. */
  readonly retry_after_ms: number | null
}

type Bounds = { readonly webhook_first_pause_ms: number; readonly webhook_give_up_seconds: number }

/**
 * How long to wait for the next attempt: longer and longer, and the last one when the time is over.
 *
 * @param random from 0 to 1
 * @returns null: the time is over
 */
export function pauseAfter(
  { attempts, failing_ms, retry_after_ms }: Failing,
  { webhook_first_pause_ms, webhook_give_up_seconds }: Bounds,
  random: number,
): number | null {
  const left_ms = webhook_give_up_seconds * 1_000 - failing_ms
  if (left_ms <= 0) return null
  const growing = Math.min(webhook_first_pause_ms * FACTOR ** Math.min(attempts - 1, 20), LONGEST_PAUSE_MS)
  const jittered = growing * (1 - JITTER + 2 * JITTER * random)
  const wished = Math.min(retry_after_ms ?? 0, LONGEST_WISH_MS)
  return Math.round(Math.min(Math.max(jittered, wished), left_ms))
}

/** Retry-After has seconds or a date. @param now milliseconds since 1970 @returns null where it says nothing */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(at - now, 0)
}
