import { setImmediate } from 'node:timers/promises'
import { fairQueue } from '../../shared/http/turns/fair-queue.ts'
import { isDatabaseAway } from '../../shared/store/db/database-away.ts'

/** Puts an item into the next group; resolves with the result of this item alone. */
export type Submit<Item, Result> = (item: Item) => Promise<Result>

type Waiting<Item, Result> = {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

type Groups<Item> = {
  /** Items of a group. */
  readonly max_group: number
  /** What they may weigh together; one that is heavier is alone. */
  readonly max_weight: number
  readonly concurrency: number
  /** Keys have their turn in groups one after the other. */
  keyOf(item: Item): string
  weightOf(item: Item): number
}

/**
 * Group commit: items that arrive while a transaction is under way share the next one. Under load a transaction and
 * its flush to disk are paid once for a whole group; an item alone goes at once, as a group of one.
 *
 * Keys that wait share each group, so none stands behind all that another one has sent. A group has few heavy items, so
 * that writing and answering it does not hold the event loop.
 *
 * A group that the database refuses is cut in halves until the item that it refuses stands alone, so no item spoils
 * another. Committing an item twice must therefore be harmless, which idempotency records make it.
 *
 * @param commit writes a group in one transaction and returns one result for each item, in their order
 */
export function groupCommit<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly Result[]>,
  { max_group, max_weight, concurrency, keyOf, weightOf }: Groups<Item>,
): Submit<Item, Result> {
  const queue = fairQueue<Waiting<Item, Result>>()
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

  function takeGroup(): Waiting<Item, Result>[] {
    let count = 0
    let weight = 0
    return queue.take(({ item }) => {
      count += 1
      weight += weightOf(item)
      return count === 1 || (count <= max_group && weight <= max_weight)
    })
  }

  async function work(): Promise<void> {
    running += 1
    while (!queue.isEmpty()) {
      // Requests that have arrived but are not parsed yet join the group; an idle service loses no time here.
      await setImmediate()
      const group = takeGroup()
      if (group.length > 0) await commitGroup(group)
    }
    running -= 1
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.add(keyOf(item), { item, resolve, reject })
      if (running < concurrency) void work()
    })
}
