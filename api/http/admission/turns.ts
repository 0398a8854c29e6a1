import { setTimeout as sleep } from 'node:timers/promises'
import type { RightOfWay } from '../../../shared/process/right-of-way.ts'
import type { Rest } from './fair-turns.ts'
import { smallTurns } from './small-turns.ts'

/**
 * So long one request may hold the event loop: a fifth of what is promised, because a collection of garbage takes up to
 * 7 ms where all of a large body is alive, and comes on top.
 */
const SLICE_MS = 2
/** The work on a smaller body fits into a slice, whatever the body says. */
export const LARGE_BYTES = 32_768

const atOnce = () => null

/** The time that a piece of work may still take before others have their turn. */
export type Slice = {
  isOver(): boolean
  /** Begins a new slice, behind the slices of others and behind what has arrived meanwhile. */
  next(): Promise<void>
  /** The same where this one is over: between two pieces of work that cannot be cut. */
  pause(): Promise<void>
}

/**
 * Runs work on a body, in slices.
 *
 * @param key of the client, or the name of a line of its own for other work: it has one piece of large work at a time, and the next one waits
 * @param bytes of the body; the work on a small one begins at once, unless very many came in this turn of the event loop
 */
export type TakeTurns = <T>(key: string, bytes: number, work: (slice: Slice) => Promise<T>) => Promise<T>

/**
 * Lets large bodies take turns: in each turn of the event loop, one of them has one slice.
 *
 * @param rest how long a key rests after a large body, by the milliseconds that it took
 * @param now milliseconds of a clock that never goes back
 * @param givesWay what the slices of a large body wait for
 */
export function takeTurns(
  rest: Rest = () => 0,
  now = () => performance.now(),
  givesWay: RightOfWay['givesWay'] = () => () => null,
): TakeTurns {
  const nextTurn = oneInEachTurn()
  const smallTurn = smallTurns()
  const queues = new Map<string, Promise<unknown>>()
  const slice = (giveWay: () => Promise<void> | null): Slice => {
    let ends_at = now() + SLICE_MS
    const isOver = () => now() >= ends_at
    const next = async () => {
      await giveWay()
      await nextTurn()
      ends_at = now() + SLICE_MS
    }
    return { isOver, next, pause: async () => (isOver() ? next() : undefined) }
  }
  return (key, bytes, work) => {
    if (bytes <= LARGE_BYTES) {
      const turn = smallTurn(key, bytes)
      return turn ? turn.then(() => work(slice(atOnce))) : work(slice(atOnce))
    }
    const before = queues.get(key) ?? Promise.resolve()
    let begun = 0
    const giveWay = timedWait(givesWay(key), now, (given_ms) => {
      begun += given_ms
    })
    const done = before
      .then(giveWay)
      .then(nextTurn)
      .then(() => {
        begun = now()
        return work(slice(giveWay))
      })
    const rested = () => restFor(rest(key, now() - begun))
    const settled = done.then(rested, rested).then(() => {
      if (queues.get(key) === settled) queues.delete(key)
    })
    queues.set(key, settled)
    return done
  }
}

/** Time that is given to others is no time of the one who waits. */
export function timedWait(othersEnd: () => Promise<void> | null, now: () => number, gave: (ms: number) => void) {
  return () => {
    const waiting = othersEnd()
    if (!waiting) return null
    const since = now()
    return waiting.then(() => gave(now() - since))
  }
}

/** Map, with pauses. */
export async function mapInSlices<Item, Mapped>(
  items: Iterable<Item>,
  slice: Slice,
  map: (item: Item) => Mapped,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  for (const item of items) {
    mapped.push(map(item))
    if (slice.isOver()) await slice.next()
  }
  return mapped
}

/** A key may have several lines for its work, whose names begin with its id. */
export function keyOfLine(line: string): string {
  return line.split(' ', 1)[0] ?? line
}

async function restFor(ms: number): Promise<void> {
  if (ms > 0) await sleep(ms)
}

/** Resolves one of those that wait in each turn of the event loop, in the order in which they came. */
function oneInEachTurn(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const resolveFirst = () => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(resolveFirst)
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(resolveFirst)
    })
}
