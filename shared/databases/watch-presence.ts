import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 1_000

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
export function watchDatabase(probe: () => Promise<unknown>, every_ms = EVERY_MS): Watch {
  const closing = new AbortController()
  let is_away = false

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      is_away = await probe().then(
        () => false,
        () => true,
      )
      await sleep(every_ms, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }
  const watching = watch()

  return {
    isAway: () => is_away,
    async close() {
      closing.abort()
      await watching
    },
  }
}
