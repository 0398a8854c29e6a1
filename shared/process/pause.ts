/** Called between two pieces of work; resolves when the next one may begin. */
export type Pause = () => Promise<void>

/** So many small pieces are done before the clock is looked at. */
const PIECES_PER_LOOK = 16

/** Map, with pauses. */
export async function mapPausing<Item, Mapped>(
  items: Iterable<Item>,
  pause: Pause,
  map: (item: Item) => Mapped,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  for (const item of items) {
    mapped.push(map(item))
    if (mapped.length % PIECES_PER_LOOK === 0) await pause()
  }
  return mapped
}
