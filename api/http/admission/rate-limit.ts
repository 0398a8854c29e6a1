import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { fixedWindow } from './fixed-window.ts'

/**
 * Counts a request of an API key.
 *
 * @returns the headers with the remaining requests; none without a limit
 * @throws ApiError rate_limited, with the same headers, when nothing is left
 * @source draft-ietf-httpapi-ratelimit-headers-06
 */
export type CheckRateLimit = (key_id: string) => Readonly<Record<string, string>>

/**
 * So many requests a minute for each API key. It protects this process from a client that has gone wild, and is no quota
 * to be billed by.
 *
 * @param per_minute 0: no limit
 */
export function limitRate(per_minute: number, now = () => performance.now()): CheckRateLimit {
  if (per_minute === 0) return () => ({})
  const windows = fixedWindow(now)
  return (key_id) => {
    const { count, seconds_left } = windows.current(key_id)
    const isLimited = count >= per_minute
    if (!isLimited) windows.add(key_id)
    const headers = {
      'RateLimit-Limit': String(per_minute),
      'RateLimit-Remaining': String(isLimited ? 0 : per_minute - count - 1),
      'RateLimit-Reset': String(seconds_left),
    }
    if (isLimited) throw refusal(per_minute, { ...headers, 'Retry-After': String(seconds_left) })
    return headers
  }
}

function refusal(per_minute: number, headers: Readonly<Record<string, string>>): ApiError {
  const message = `This API key has sent more than ${per_minute} requests within a minute. Nothing was stored: send the same request again after Retry-After seconds.`
  return new ApiError('rate_limited', message, [], headers)
}
