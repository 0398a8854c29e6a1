import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../../../shared/contract/platform/errors.ts'

const WINDOW_MS = 60_000
/** Of so many addresses at once failures are remembered. */
const MAX_ADDRESSES = 10_000

type Window = { failures: number; readonly ends_at: number }

/** Who tries one wrong key after the other is refused without asking the database. */
export type FailureLimit = {
  /** @throws ApiError rate_limited when this address has failed too often */
  requireLeft(address: string): void
  count(address: string): void
}

/**
 * So many wrong keys a minute from one address; the minute starts with the first of them.
 *
 * @param per_minute 0: no limit
 * @param now milliseconds of a clock that never goes back
 */
export function limitFailures(per_minute: number, now = () => performance.now()): FailureLimit {
  if (per_minute === 0) return { requireLeft() {}, count() {} }
  const windows = new LRUCache<string, Window>({ max: MAX_ADDRESSES })
  const current = (address: string) => {
    const window = windows.get(address)
    return window && window.ends_at > now() ? window : undefined
  }
  return {
    requireLeft(address) {
      const window = current(address)
      if (!window || window.failures < per_minute) return
      const message =
        'Too many wrong API keys came from this address. Check the key, and send it again after Retry-After seconds.'
      const seconds = Math.ceil((window.ends_at - now()) / 1_000)
      throw new ApiError('rate_limited', message, [], { 'Retry-After': String(seconds) })
    },
    count(address) {
      const { failures, ends_at } = current(address) ?? { failures: 0, ends_at: now() + WINDOW_MS }
      windows.set(address, { failures: failures + 1, ends_at })
    },
  }
}

/** The address that the router in front of us saw, which it wrote last; without a router that of the connection. */
export function addressOf({ headers, socket }: IncomingMessage): string {
  const seen = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return seen || socket.remoteAddress || ''
}
