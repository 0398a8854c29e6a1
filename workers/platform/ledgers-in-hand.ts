import { setTimeout as sleep } from 'node:timers/promises'

/** The ledgers that transactions of this process have, or wait for, and who waits until they let one go. */
export type LedgersInHand = {
  /** Runs a transaction that may wait for the ledgers of some end customers. */
  during<Result>(end_customer_ids: readonly string[], post: () => Promise<Result>): Promise<Result>
  /**
   * Waits until one of these ledgers, which somebody holds, is in no hand of this process any more, up to a bound: a try, and the way
   * of its jobs back through the queue, cost more. Where another batch waits, this is only a moment, as other loops have to be
   * there for facts whose ledgers are free; and so it is where another process holds one of the ledgers.
   *
   * @param batch any object that its parts share
   */
  letGo(batch: object, end_customer_ids: readonly string[]): Promise<void>
}

/** Longer than a transaction of the backlog takes. */
const MOST_MS = 500
/** As long as a small transaction takes. */
const MOMENT_MS = 20

/** @param loops of small facts: where there is one, it never waits for long */
export function createLedgersInHand(loops: number, most_ms = loops > 1 ? MOST_MS : MOMENT_MS): LedgersInHand {
  const hands = new Map<string, number>()
  const waiting = new Set<() => void>()
  let waiter: object | null = null

  const add = (end_customer_ids: readonly string[], more: number) => {
    for (const id of end_customer_ids) {
      const left = (hands.get(id) ?? 0) + more
      if (left > 0) hands.set(id, left)
      else hands.delete(id)
    }
  }
  const areAllInHand = (end_customer_ids: readonly string[]) => end_customer_ids.every((id) => hands.has(id))

  async function wait(end_customer_ids: readonly string[]): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => {
      if (!areAllInHand(end_customer_ids)) resolve()
    }
    const timer = setTimeout(resolve, most_ms)
    waiting.add(look)
    await promise
    waiting.delete(look)
    clearTimeout(timer)
  }

  return {
    async during(end_customer_ids, post) {
      add(end_customer_ids, 1)
      try {
        return await post()
      } finally {
        add(end_customer_ids, -1)
        for (const look of waiting) look()
      }
    },
    async letGo(batch, end_customer_ids) {
      if ((waiter !== null && waiter !== batch) || !areAllInHand(end_customer_ids)) return sleep(MOMENT_MS)
      waiter = batch
      await wait(end_customer_ids)
      if (waiting.size === 0) waiter = null
    },
  }
}
