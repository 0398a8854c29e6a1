import { createHash } from 'node:crypto'
import { POINTS, type Point } from '../../../../shared/moving/points.ts'
import type { PastTriggers } from '../../../../shared/store/moving/past-triggers.ts'

/** What is killed: the one who moves, processes of the service, and the PostgreSQL of home, of the old place and of the new one. */
const VICTIMS = ['mover', 'web', 'worker', 'home', 'from', 'to'] as const
export type Victim = (typeof VICTIMS)[number]

/** Home may be the old place, the new one, or neither. */
const WAYS = [
  ['home', 'second'],
  ['second', 'home'],
  ['second', 'third'],
] as const
export type Way = (typeof WAYS)[number]

/** Of a way back only. */
const BACK: readonly Point[] = ['taking back', 'reopened', 'taken away', 'forgotten', 'taken down']
/** What is done only where everything is copied while it is written. */
const OF_AHEAD: readonly Point[] = ['copying', 'copied ahead', 'opened again']
/** Neither side was touched, so the move is forgotten in one statement: there is no way back to be cut. */
const UNTOUCHED: readonly Point[] = ['planned', 'known']
/** Where a pause was too long. */
const OF_LONG_PAUSES: Point = 'opened again'
const FORTH = POINTS.filter((point) => !BACK.includes(point))
const BEFORE_TURN = FORTH.slice(0, FORTH.indexOf('turned'))
/** So many tables are emptied, each with a point behind it. */
const PARTS = 60

type Blow = {
  readonly point: Point
  /** At the point for which time. */
  readonly times: number
  readonly victim: Victim
  /** So long after it, in the middle of what follows; the mover itself is killed there. */
  readonly after_ms: number
}

export type Cut = {
  readonly way: Way
  readonly blow: Blow
  /** The second one, on the way back. */
  readonly back: Blow | null
  readonly goes_back: boolean
  readonly past_triggers: PastTriggers
  readonly offline: boolean
  /** No pause is short enough. */
  readonly pauses_too_long: boolean
}

/** Every point, victim and way once in as many seeds that follow each other as there are of them. */
export function drawCut(seed: number): Cut {
  const point = spread(FORTH, 'point', seed)
  const goes_back = BEFORE_TURN.includes(point) && draw('goes back', seed) % 2 === 0
  const back = goes_back && !UNTOUCHED.includes(point) ? spread([...BACK, null], 'back', seed) : null
  return {
    way: spread(WAYS, 'way', seed),
    blow: {
      point,
      times: point === 'partly emptied' ? 1 + (draw('times', seed) % PARTS) : 1,
      victim: spread(VICTIMS, 'victim', seed),
      after_ms: goes_back ? 0 : afterMs('after', seed),
    },
    back: back && {
      point: back,
      times: 1,
      victim: spread(VICTIMS, 'victim of the way back', seed),
      after_ms: afterMs('after back', seed),
    },
    goes_back,
    past_triggers: draw('past triggers', seed) % 5 === 0 ? 'held' : 'replica',
    offline: draw('offline', seed) % 4 === 0 && !OF_AHEAD.includes(point),
    pauses_too_long: point === OF_LONG_PAUSES,
  }
}

const AFTER_MS = [0, 0, 5, 20, 60, 200]

function afterMs(what: string, seed: number): number {
  return AFTER_MS[draw(what, seed) % AFTER_MS.length] ?? 0
}

/** All of them in an order that is drawn, and then all of them in another one. */
function spread<One>(all: readonly One[], what: string, seed: number): One {
  const block = Math.floor(seed / all.length)
  const order = all.map((one, index) => ({ one, place: draw(`${what} ${index}`, block) }))
  order.sort((one, other) => one.place - other.place)
  return (order[seed % all.length] as { one: One }).one
}

function draw(what: string, seed: number): number {
  return createHash('sha256').update(`${what} ${seed}`).digest().readUInt32BE(0)
}
