import type { KnownDatabase } from '../store/databases/known-databases.ts'

/** Between two looks at the size of a database. */
const EVERY_MS = 60_000
/** What somebody new counts until the next look: many who come at once do not all go to one of two that are alike. */
const BYTES_OF_NEW = 256 * 1_024

type Offered = Pick<KnownDatabase, 'name' | 'weight'>
type Size = { readonly bytes: number; readonly at: number; placed: number }

type LeastFull = {
  /** Measures those that were not measured lately, and waits for nobody. */
  follow(names: readonly string[]): void
  /** The name of the one with the fewest bytes for its weight. Null: none of them has been measured yet. */
  choose(there: readonly Offered[]): string | null
}

/**
 * Knows which database has the most room for somebody new.
 *
 * @param measure its size in bytes; fails where it is away
 */
export function findLeastFull(
  measure: (name: string) => Promise<number>,
  now: () => number = () => performance.now(),
): LeastFull {
  const measured = new Map<string, Size>()
  const under_way = new Set<string>()

  async function look(name: string): Promise<void> {
    const at = now()
    measured.set(name, { bytes: await measure(name), at, placed: 0 })
  }
  const isNew = (name: string) => now() - (measured.get(name)?.at ?? Number.NEGATIVE_INFINITY) >= EVERY_MS

  return {
    follow(names) {
      for (const name of names.filter((name) => isNew(name) && !under_way.has(name))) {
        under_way.add(name)
        // What is away is not chosen; it is measured when it is back.
        look(name)
          .catch(() => {})
          .finally(() => under_way.delete(name))
      }
    },
    choose(there) {
      const known = there.flatMap(({ name, weight }) => {
        const size = measured.get(name)
        return size ? [{ name, size, fill: (size.bytes + size.placed * BYTES_OF_NEW) / weight }] : []
      })
      const [first, ...others] = known
      if (first === undefined) return null
      const least = others.reduce((one, other) => (other.fill < one.fill ? other : one), first)
      least.size.placed += 1
      return least.name
    },
  }
}
