import { LRUCache } from 'lru-cache'

const WINDOW_MS = 60_000
/** So many keys are remembered at once; with one more, the key that was longest silent starts anew. */
const MAX_KEYS = 10_000

type Window = { readonly count: number; readonly ends_at: number }

/** Counts by key, in the memory of this process. */
export type FixedWindow = {
  /** The count so far, and the seconds until the window ends and counting starts anew. */
  current(key: string): { readonly count: number; readonly seconds_left: number }
  add(key: string): void
}

/**
 * Counts in windows of a minute; each begins with the first count in it.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function fixedWindow(now: () => number): FixedWindow {
  const windows = new LRUCache<string, Window>({ max: MAX_KEYS })
  const windowOf = (key: string): Window => {
    const time = now()
    const known = windows.get(key)
    return known && known.ends_at > time ? known : { count: 0, ends_at: time + WINDOW_MS }
  }
  return {
    current(key) {
      const { count, ends_at } = windowOf(key)
      return { count, seconds_left: Math.ceil((ends_at - now()) / 1_000) }
    },
    add(key) {
      const { count, ends_at } = windowOf(key)
      windows.set(key, { count: count + 1, ends_at })
    },
  }
}
