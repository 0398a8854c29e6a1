import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, Tx } from '../store/db/database.ts'

/**
 * A transaction of one database beside one of another. Slonik refuses a query of another connection within the work of a transaction, as it
 * is usually one that was forgotten; so what is read here steps out of that work, and its queries step back into their own.
 */
export function beside<Result>(pool: Pool, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const outside = AsyncLocalStorage.snapshot()
  return pool.transaction((tx) => {
    const inside = AsyncLocalStorage.snapshot()
    const stepping = new Proxy(tx, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        return typeof member === 'function' ? (...args: unknown[]) => inside(() => member.apply(target, args)) : member
      },
    })
    return outside(() => work(stepping))
  }, 0)
}
