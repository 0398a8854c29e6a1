import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pause } from '../../shared/process/pause.ts'

export type RightOfWay = {
  /** Runs work that others give way to. */
  first<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * The pauses of one transaction. Without a reason to pause they take no time.
   *
   * @param gives_way whether they wait for the work that goes first, and not only for what has arrived meanwhile
   */
  pauses(gives_way: boolean): Pause
}

/**
 * So long one piece of work keeps the thread. A small fact asks the database a dozen times, one after the other, and each
 * answer waits for the piece that is under way. Shorter pieces cost more CPU time for each fact.
 */
const PIECE_MS = 5
/** A transaction that holds ledgers waits no longer for others than it takes itself, where small facts come without end. */
const MOST_MS = 100

/**
 * Lets small facts go first, on the thread of this process and on the cores of PostgreSQL: a backlog begins nothing while
 * one is decided, up to a bound.
 *
 * @param most_ms for which the pauses of one transaction wait altogether
 * @param now milliseconds of a clock that never goes back
 */
export function createRightOfWay(most_ms = MOST_MS, now = () => performance.now()): RightOfWay {
  let under_way = 0
  let free = Promise.withResolvers<void>()
  return {
    async first(work) {
      under_way += 1
      try {
        return await work()
      } finally {
        under_way -= 1
        if (under_way === 0) {
          free.resolve()
          free = Promise.withResolvers()
        }
      }
    },
    pauses(gives_way) {
      let left_ms = gives_way ? most_ms : 0
      let ends_at = now() + PIECE_MS
      return async () => {
        if (under_way > 0 && left_ms > 0) {
          const begun = now()
          await orAfter(free.promise, left_ms)
          left_ms -= now() - begun
        } else if (now() >= ends_at) await nextTurn()
        else return
        ends_at = now() + PIECE_MS
      }
    },
  }
}

async function orAfter(event: Promise<void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([event, promise])
  clearTimeout(timer)
}
