import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { fixedWindow } from './fixed-window.ts'

/** Refuses addresses that try one wrong key after the other, without asking the database. */
export type FailureLimit = {
  /** @throws ApiError rate_limited when this address has failed too often */
  requireLeft(address: string): void
  count(address: string): void
}

/**
 * So many wrong keys a minute from one address.
 *
 * @param per_minute 0: no limit
 */
export function limitFailures(per_minute: number, now = () => performance.now()): FailureLimit {
  if (per_minute === 0) return { requireLeft() {}, count() {} }
  const windows = fixedWindow(now)
  return {
    requireLeft(address) {
      const { count, seconds_left } = windows.current(address)
      if (count >= per_minute) throw refusal(seconds_left)
    },
    count: windows.add,
  }
}

function refusal(seconds: number): ApiError {
  const message =
    'Too many wrong API keys came from this address. Check the key, and send it again after Retry-After seconds.'
  return new ApiError('rate_limited', message, [], { 'Retry-After': String(seconds) })
}

/** The address that the router in front of us saw, which it wrote last; without a router that of the connection. */
export function addressOf({ headers, socket }: IncomingMessage): string {
  const seen = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return seen || socket.remoteAddress || ''
}
