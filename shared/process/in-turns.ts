import { setImmediate as othersTurn } from 'node:timers/promises'

/** For so long a search holds up everything else that its process does. */
const TURN_MS = 5

/** Does work that can be interrupted, and lets others go on in between. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - began < TURN_MS) continue
    await othersTurn()
    began = performance.now()
  }
}

/** Map, in steps between which others may go on. */
export function* eachInSteps<Item, Mapped>(
  items: Iterable<Item>,
  map: (item: Item) => Mapped,
): Generator<void, Mapped[]> {
  const mapped: Mapped[] = []
  for (const item of items) {
    mapped.push(map(item))
    yield
  }
  return mapped
}
