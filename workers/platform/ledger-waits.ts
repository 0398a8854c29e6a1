/** Runs work that may wait for a ledger with a connection in hand, so much of it at once. */
export type LedgerWaits = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Loops of other queues that may wait for the books of an end customer, and what is left for those that never wait. */
const OTHERS = 6
const LEFT = 2

/**
 * Facts that wait for no ledger need connections too, however many posting loops there are: less than half of the pool
 * waits for ledgers, and two connections are left where every other queue waits as well.
 */
export function createLedgerWaits(pool_size: number): LedgerWaits {
  const most = Math.max(1, Math.min(Math.ceil(pool_size / 2) - 1, pool_size - OTHERS - LEFT))
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < most) running += 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
