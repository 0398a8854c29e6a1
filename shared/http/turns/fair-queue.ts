/** Items that wait in a line for each key. */
export type FairQueue<Item> = {
  isEmpty(): boolean
  add(key: string, item: Item): void
  /** Takes the next items while they are wanted. */
  take(isWanted: (item: Item) => boolean): Item[]
}

/**
 * A queue from which keys take turns: first one item of each key, then the next one of each, however many one of them has
 * waiting. Items of a key keep their order.
 */
export function fairQueue<Item>(): FairQueue<Item> {
  const lines = new Map<string, Item[]>()
  return {
    isEmpty: () => lines.size === 0,
    add(key, item) {
      const line = lines.get(key)
      if (line) line.push(item)
      else lines.set(key, [item])
    },
    take(isWanted) {
      const taken: Item[] = []
      // A line that goes behind the others is met again.
      for (const [key, line] of lines) {
        const first = line[0] as Item
        if (!isWanted(first)) break
        taken.push(first)
        line.shift()
        lines.delete(key)
        if (line.length > 0) lines.set(key, line)
      }
      return taken
    },
  }
}
