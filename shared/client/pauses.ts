const FIRST_MS = 100
const LONGEST_MS = 5_000

/** Answers after which the same request may succeed. A 500 is among them, since an idempotency key makes a repeat harmless. */
const PASSING = [408, 429, 500, 502, 503, 504]

export function isPassing(status: number): boolean {
  return PASSING.includes(status)
}

/**
 * The pause before an attempt. It doubles from a tenth of a second up to five seconds, and chance takes up to half of it
 * away, so that clients that failed together do not come back together. `Retry-After`, in seconds or as a date, is the least.
 *
 * @param attempt how many have failed, from 1
 * @param chance between 0 and 1
 * @param now_ms since 1970, for a date
 * @source RFC 9110, section 10.2.3
 */
export function pauseBefore(
  attempt: number,
  retry_after: string | null,
  chance: number,
  now_ms: number = Date.now(),
): number {
  const grown = Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS) * (1 - chance / 2)
  return Math.max(grown, toldMs(retry_after ?? '', now_ms))
}

/** Routers in front of the service may send a date: `Fri, 27 Nov 2026 09:00:00 GMT`. Anything else says nothing. */
function toldMs(retry_after: string, now_ms: number): number {
  if (/^\d{1,6}$/.test(retry_after)) return Number(retry_after) * 1_000
  return /^[A-Z][a-z]{2}, .{20} GMT$/.test(retry_after) ? Date.parse(retry_after) - now_ms || 0 : 0
}

/** @throws the reason of the signal, as soon as it is given up */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
