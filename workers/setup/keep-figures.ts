import { setTimeout as sleep } from 'node:timers/promises'
import { logFailure } from '../../shared/deps/log-failure.ts'
import { countFigures } from '../../shared/store/setup/end-customer-figures.ts'
import type { WorkerDeps } from '../job.ts'

const MOST = 200
const EVERY_MS = 1_000
/** Counting takes little of the time, unless that would leave the list behind: a busy machine needs longer for the same. */
const RESTS = 9
const LONGEST_MS = 1_500

/**
 * Keeps the figures of the list of end customers, a second behind what happens.
 *
 * @returns what ends it, when what is under way has ended
 */
export function keepFigures({ pool, log }: Pick<WorkerDeps, 'pool' | 'log'>): () => Promise<void> {
  const stopped = new AbortController()
  const rest = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopped.signal }).catch(() => {})

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      const began = performance.now()
      const counted = await pool
        .transaction((tx) => countFigures(tx, MOST))
        .catch((error) => {
          if (!stopped.signal.aborted)
            logFailure(log, error, 'figures', 'the figures of end customers cannot be counted')
          return 0
        })
      const took_ms = performance.now() - began
      await rest(counted < MOST ? Math.min(Math.max(EVERY_MS, RESTS * took_ms), LONGEST_MS) : took_ms)
    }
  }

  const looping = loop()
  return async () => {
    stopped.abort()
    await looping
  }
}
