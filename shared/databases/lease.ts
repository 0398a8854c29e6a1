import { setTimeout as sleep } from 'node:timers/promises'

/** What a process knows of a database, for a short time after it began to ask. */
export type Lease<Known> = {
  /** Null where it is too old: then ask. */
  known(): Known | null
  /** What is so now, or later than now. */
  ask(): Promise<Known>
  close(): Promise<void>
}

type LeaseTimes = {
  /** Who relies on what it knows does so for this long. Who changes it waits for twice that. */
  readonly length_ms?: number
  readonly every_ms?: number
  readonly now?: () => number
}

const LEASE_MS = 2_000
const EVERY_MS = 1_000

type LookUnderWay<Known> = { readonly began: number; readonly known: Promise<Known> }

/**
 * Asks once a second. What is known is as old as the beginning of the look that found it, so a slow one lets nobody rely on it for
 * longer. Questions that come together share a look.
 *
 * @param look must end by itself, however silent the database is
 * @param failed hears of looks that nobody waits for
 */
export function keepLease<Known>(
  look: () => Promise<Known>,
  failed: (error: unknown) => void,
  { length_ms = LEASE_MS, every_ms = EVERY_MS, now = () => performance.now() }: LeaseTimes = {},
): Lease<Known> {
  const closing = new AbortController()
  let newest: { readonly began: number; readonly known: Known } | null = null
  let under_way: LookUnderWay<Known> | null = null
  let next: Promise<Known> | null = null

  function begin(): LookUnderWay<Known> {
    const began = now()
    const known = look().then((found) => {
      if (newest === null || newest.began <= began) newest = { began, known: found }
      return found
    })
    const begun = { began, known }
    under_way = begun
    const end = () => {
      if (under_way === begun) under_way = null
    }
    known.then(end, end)
    return begun
  }

  /** One look for all that come while another one is under way: that one may have read before they came. */
  function ask(): Promise<Known> {
    if (under_way === null) return begin().known
    next ??= under_way.known
      .catch(() => {})
      .then(() => {
        next = null
        return (under_way ?? begin()).known
      })
    return next
  }

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      await (under_way ?? begin()).known.catch(failed)
      await sleep(every_ms, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }
  const keeping = keep()

  return {
    known: () => (newest !== null && now() - newest.began < length_ms ? newest.known : null),
    ask,
    async close() {
      closing.abort()
      await keeping
    },
  }
}
