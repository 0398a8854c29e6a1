import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 1_000
/** Whoever is busy misses one question. */
const SILENT_AFTER = 2

type WatchOptions = {
  /** Hears of each question from the second on that had no answer: what waits there has waited for long enough. */
  readonly silent?: (error: unknown) => void
  readonly every_ms?: number
}

export type Watch = {
  isAway(): boolean
  close(): Promise<void>
}

/**
 * Asks a database once a second whether it is there. Who needs one that is away is refused at once: otherwise each request would hold
 * a connection's worth of its key's turns for as long as a connection may take, and requests to other databases would stand behind it.
 *
 * @param probe fails within a few seconds where the database is silent
 */
export function watchDatabase(
  probe: () => Promise<unknown>,
  { silent = () => {}, every_ms = EVERY_MS }: WatchOptions = {},
): Watch {
  const closing = new AbortController()
  let missed = 0
  const count = (error: unknown) => {
    missed += 1
    if (missed >= SILENT_AFTER) silent(error)
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await probe().then(() => {
        missed = 0
      }, count)
      await sleep(every_ms, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }
  const watching = watch()

  return {
    isAway: () => missed > 0,
    async close() {
      closing.abort()
      await watching
    },
  }
}
