import { LRUCache } from 'lru-cache'
import type { Presence } from '../presence.ts'
import type { Rest } from './fair-turns.ts'

/** So much of its half of the time a key saves while it is quiet: a statement and a page of the journal, also on busy cores. */
const MOST_SAVED_MS = 200
/** After the longest pieces too, a key goes on soon. */
const LONGEST_REST_MS = 100

/** What two keys have used is compared over about so long. */
const COMPARED_MS = 2_000

/** What of its half is used up, and what was used of all time lately; both become less as time passes. */
type UsedTime = { readonly used_ms: number; readonly lately_ms: number; readonly at: number }

/** How much of the time of others a key has used lately. */
export type KeyTimes = {
  readonly rest: Rest
  /** Whether it has most of its savings left: it sends something expensive now and then, and is not one that goes on and on. */
  isQuiet(key_id: string): boolean
}

/**
 * While other keys are present, a key has half of the time for expensive work: one that works on and on rests after each piece for as
 * long as it took. One that has been quiet has saved some of its half, and does not rest until that is used up. Otherwise the second question of a
 * small page would wait for as long as the first one took, and that is long beside somebody who keeps the cores busy. Nor does one rest that
 * has used less lately than the other key: its rests would be for the one that makes its pieces long.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function restWhileOthers(otherOf: Presence['otherOf'], now = () => performance.now()): KeyTimes {
  const times = new LRUCache<string, UsedTime>({ max: 10_000 })
  const usedBy = (key_id: string, at: number) => {
    const known = times.get(key_id) ?? { used_ms: 0, lately_ms: 0, at }
    const passed_ms = at - known.at
    return {
      // Half of the time that passes is given back.
      used_ms: Math.max(0, known.used_ms - passed_ms / 2),
      // Without a bound, which both would reach: then the one that uses less would not be known any more.
      lately_ms: known.lately_ms * Math.exp(-passed_ms / COMPARED_MS),
    }
  }
  return {
    rest(key_id, took_ms) {
      const at = now()
      const before = usedBy(key_id, at)
      const used_ms = before.used_ms + took_ms
      const lately_ms = before.lately_ms + took_ms
      times.set(key_id, { used_ms: Math.min(used_ms, MOST_SAVED_MS + LONGEST_REST_MS / 2), lately_ms, at })
      const other = otherOf(key_id)
      if (other === null || usedBy(other, at).lately_ms > lately_ms) return 0
      return Math.min(LONGEST_REST_MS, 2 * Math.max(0, used_ms - MOST_SAVED_MS))
    },
    isQuiet: (key_id) => usedBy(key_id, now()).used_ms < MOST_SAVED_MS / 2,
  }
}
