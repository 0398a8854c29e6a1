import { LRUCache } from 'lru-cache'
import { ApiError } from '../../../shared/contract/platform/errors.ts'

const WINDOW_MS = 60_000
/** Of so many keys at once the windows are remembered; one more, and the key that was longest silent starts anew. */
const MAX_KEYS = 10_000

type Window = { used: number; readonly ends_at: number }

/**
 * Counts a request of an API key.
 *
 * @returns the headers that say how much is left; none where there is no limit
 * @throws ApiError rate_limited, with the same headers, when nothing is left
 * @source draft-ietf-httpapi-ratelimit-headers-06
 */
export type CheckRateLimit = (key_id: string) => Readonly<Record<string, string>>

/**
 * So many requests a minute for each API key; the minute starts with the first of them. Counted in the memory of this
 * process: it protects the process from a client that has gone wild, and is no quota to be billed by.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function limitRate(per_minute: number, now = () => performance.now()): CheckRateLimit {
  if (per_minute === 0) return () => ({})
  const windows = new LRUCache<string, Window>({ max: MAX_KEYS })
  return (key_id) => {
    const time = now()
    const known = windows.get(key_id)
    const window = known && known.ends_at > time ? known : { used: 0, ends_at: time + WINDOW_MS }
    const isLimited = window.used >= per_minute
    if (!isLimited) window.used += 1
    windows.set(key_id, window)
    const reset = String(Math.ceil((window.ends_at - time) / 1_000))
    const headers = {
      'RateLimit-Limit': String(per_minute),
      'RateLimit-Remaining': String(per_minute - window.used),
      'RateLimit-Reset': reset,
    }
    if (isLimited) throw refusal(per_minute, { ...headers, 'Retry-After': reset })
    return headers
  }
}

function refusal(per_minute: number, headers: Readonly<Record<string, string>>): ApiError {
  const message = `This API key has sent more than ${per_minute} requests within a minute. Nothing was stored: send the same request again after Retry-After seconds.`
  return new ApiError('rate_limited', message, [], headers)
}
