import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Pause } from './pause.ts'

/** For so long a search holds up everything else that its process does. */
const TURN_MS = 5

/** Does work that can be interrupted, and lets others go on in between. */
export function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  return createTurns()(work)
}

export type InTurns = <Result>(work: Generator<void, Result>) => Promise<Result>

/** The same for several pieces of work, one after the other: together they hold up others no longer than one does. */
export function createTurns(): InTurns {
  let began = performance.now()
  return async (work) => {
    for (;;) {
      const { done, value } = work.next()
      if (performance.now() - began >= TURN_MS) {
        await othersTurn()
        began = performance.now()
      }
      if (done) return value
    }
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

/** The same where one item takes steps of its own. */
export function* eachWithSteps<Item, Mapped>(
  items: Iterable<Item>,
  map: (item: Item) => Generator<void, Mapped>,
): Generator<void, Mapped[]> {
  const mapped: Mapped[] = []
  for (const item of items) {
    mapped.push(yield* map(item))
    yield
  }
  return mapped
}

/** Lists of so many of them, and one of the rest. */
export function* inGroups<Item>(items: Iterable<Item>, size: number): Generator<Item[], void> {
  let group: Item[] = []
  for (const item of items) {
    if (group.push(item) < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** The same for work that waits in between: called between two pieces of it. */
export function pausesBetweenTurns(): Pause {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN_MS) return
    await othersTurn()
    began = performance.now()
  }
}
