import { setImmediate } from 'node:timers/promises'
import { isDatabaseAway } from '../../shared/store/db/database-away.ts'

/** Puts an item into the next group; resolves with the result of this item alone. */
export type Submit<Item, Result> = (item: Item) => Promise<Result>

type Waiting<Item, Result> = {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Group commit: items that arrive while a transaction is under way share the next one. Under load a transaction and
 * its flush to disk are paid once for a whole group; an item alone goes at once, as a group of one.
 *
 * A group that the database refuses is cut in halves until the item that it refuses stands alone, so no item spoils
 * another. Committing an item twice must therefore be harmless, which idempotency records make it.
 *
 * @param commit writes a group in one transaction and returns one result for each item, in their order
 */
export function groupCommit<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly Result[]>,
  { max_group, concurrency }: { readonly max_group: number; readonly concurrency: number },
): Submit<Item, Result> {
  const queue: Waiting<Item, Result>[] = []
  let running = 0

  async function commitGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await commit(group.map(({ item }) => item))
      for (const [index, waiting] of group.entries()) waiting.resolve(results[index] as Result)
    } catch (error) {
      if (group.length === 1 || isDatabaseAway(error)) {
        for (const waiting of group) waiting.reject(error)
        return
      }
      const half = Math.ceil(group.length / 2)
      await commitGroup(group.slice(0, half))
      await commitGroup(group.slice(half))
    }
  }

  async function work(): Promise<void> {
    running += 1
    while (queue.length > 0) {
      // Requests that have arrived but are not parsed yet join the group; an idle service loses no time here.
      await setImmediate()
      const group = queue.splice(0, max_group)
      if (group.length > 0) await commitGroup(group)
    }
    running -= 1
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (running < concurrency) void work()
    })
}
