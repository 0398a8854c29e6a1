import { timingSafeEqual } from 'node:crypto'
import { sha256Of } from '../canonical/hash.ts'

/** True when the header is `Bearer` and this token. The comparison takes constant time, so its duration leaks nothing. */
export function isBearer(authorization: string, token: string): boolean {
  const digest = (text: string) => Buffer.from(sha256Of(text), 'hex')
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}
