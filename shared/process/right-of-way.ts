import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pause } from './pause.ts'

export type RightOfWay = {
  /** Runs small work of a key or queue, which the large work of others gives way to. */
  first<Result>(key: string, work: () => Promise<Result>): Promise<Result>
  /**
   * Asked between two parts of one piece of large work.
   *
   * @returns null where no small work of others is under way; otherwise what resolves when the next part may begin
   */
  givesWay(key: string): () => Promise<void> | null
  /** The same as pauses, which also let in what has arrived meanwhile. Without a reason to pause they take no time. */
  pauses(key: string): Pause
}

/**
 * So long one piece of work keeps the thread. A small fact asks the database a dozen times, one after the other, and each
 * answer waits for the piece that is under way. Shorter pieces cost more CPU time for each fact.
 */
const PIECE_MS = 5
/** A piece of large work waits no longer for others altogether, where small work comes without end: it holds ledgers or memory. */
const MOST_MS = 100

/**
 * Lets small work go first, on the thread of this process and on the cores of PostgreSQL: large work of others begins nothing
 * while some is under way, up to a bound.
 *
 * @param most_ms for which one piece of large work waits altogether
 * @param now milliseconds of a clock that never goes back
 */
export function createRightOfWay(most_ms = MOST_MS, now = () => performance.now()): RightOfWay {
  const under_way = new Map<string, number>()
  let change: PromiseWithResolvers<void> | null = null

  function count(key: string, more: number): void {
    const left = (under_way.get(key) ?? 0) + more
    if (left > 0) under_way.set(key, left)
    else under_way.delete(key)
  }

  function hasOthers(key: string): boolean {
    return under_way.size > (under_way.has(key) ? 1 : 0)
  }

  async function othersEnd(key: string, most_ms: number): Promise<void> {
    const ends_at = now() + most_ms
    for (let left_ms = most_ms; hasOthers(key) && left_ms > 0; left_ms = ends_at - now()) {
      change ??= Promise.withResolvers()
      await orAfter(change.promise, left_ms)
    }
  }

  function givesWay(key: string): () => Promise<void> | null {
    let left_ms = most_ms
    const wait = async () => {
      const begun = now()
      await othersEnd(key, left_ms)
      left_ms -= now() - begun
    }
    return () => (left_ms > 0 && hasOthers(key) ? wait() : null)
  }

  return {
    givesWay,
    async first(key, work) {
      count(key, 1)
      try {
        return await work()
      } finally {
        count(key, -1)
        change?.resolve()
        change = null
      }
    },
    pauses(key) {
      const giveWay = givesWay(key)
      let ends_at = now() + PIECE_MS
      return async () => {
        const waiting = giveWay()
        if (waiting) await waiting
        else if (now() >= ends_at) await nextTurn()
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
