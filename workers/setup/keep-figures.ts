import { setTimeout as sleep } from 'node:timers/promises'
import { logFailure } from '../../shared/deps/log-failure.ts'
import {
  type CountedFigures,
  countFigures,
  type SeenTransaction,
} from '../../shared/store/setup/end-customer-figures.ts'
import type { WorkerDeps } from '../job.ts'

const MOST = 200
const EVERY_MS = 1_000
/** Counting takes little of the time, unless that would leave the list behind: a busy machine needs longer for the same. */
const RESTS = 9
const LONGEST_MS = 1_500
/** So often everything is compared: a database that was restored may count its transactions from an earlier place on. */
const WHOLE_EVERY_MS = 60_000

/**
 * Keeps the figures of the list of end customers, a second behind what happens.
 *
 * @returns what ends it, when what is under way has ended
 */
export function keepFigures({ pool, log }: Pick<WorkerDeps, 'pool' | 'log'>): () => Promise<void> {
  const stopped = new AbortController()
  const rest = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopped.signal }).catch(() => {})

  async function loop(): Promise<void> {
    let seen: SeenTransaction | null = null
    let whole_at = Number.NEGATIVE_INFINITY
    while (!stopped.signal.aborted) {
      const began = performance.now()
      if (began - whole_at > WHOLE_EVERY_MS) seen = null
      if (seen === null) whole_at = began
      const before: SeenTransaction | null = seen
      const found: CountedFigures = await pool
        .transaction((tx) => countFigures(tx, MOST, before))
        .catch((error) => {
          if (!stopped.signal.aborted)
            logFailure(log, error, 'figures', 'the figures of end customers cannot be counted')
          return { counted: 0, seen: null }
        })
      seen = found.seen
      const took_ms = performance.now() - began
      await rest(found.counted < MOST ? Math.min(Math.max(EVERY_MS, RESTS * took_ms), LONGEST_MS) : took_ms)
    }
  }

  const looping = loop()
  return async () => {
    stopped.abort()
    await looping
  }
}
