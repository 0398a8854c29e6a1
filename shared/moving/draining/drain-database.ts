import { setTimeout as sleep } from 'node:timers/promises'
import { HOME } from '../../store/databases/registry.ts'
import { connectAsOwner } from '../../store/databases/urls.ts'
import {
  beginDraining,
  countThere,
  findDrainedUse,
  findDrainState,
  holdDraining,
  listMovesOf,
  type WaitingMove,
} from '../../store/moving/draining.ts'
import { listMoveDatabases, type MoveDatabases } from '../move-databases.ts'
import { MOVE_TIMES, moveEndCustomer } from '../move-end-customer.ts'
import { openSide } from '../sides.ts'
import { forgetUntouched } from '../taking-back/forget-untouched.ts'
import { clearReturned } from '../taking-back/take-away.ts'
import { IS_BEFORE_TURN } from '../taking-back/turn-back.ts'
import { type Drain, type DrainOptions, giveUp } from './drain.ts'
import { planAhead } from './plan-ahead.ts'
import { findRoomiest } from './roomiest.ts'
import { settleMoves } from './settle-moves.ts'

type DrainEnd = {
  /** They live there, or a move of theirs is not over. */
  readonly left: number
  /** They have rows there, and home does not know that they live there. */
  readonly unknown: number
}

/**
 * Moves everybody out of a ledger database, one after the other, which takes nobody new from the first moment on. It may be killed anywhere
 * and run again, and goes on with who is left.
 *
 * @throws Error with one sentence where it cannot be drained at all
 */
export async function drainDatabase(name: string, options: DrainOptions): Promise<DrainEnd> {
  const home = await connectAsOwner(options.home_urls)
  try {
    const known = await listMoveDatabases(home, options.home_urls, options.env)
    requireDrainable(known, name, options.to_name)
    if (!(await holdDraining(home, name))) throw new Error(`Somebody else drains ${name} at this moment.`)
    if (!(await beginDraining(home, name))) throw new Error(`There is no ledger database "${name}" that is open.`)
    const drain: Drain = { home, known, name, options, failed: new Set(), refused: new Map() }
    while (await drainOne(drain));
    const left = (await findDrainedUse(home, name))?.left ?? 0
    return { left, unknown: left > 0 ? 0 : await countUnknown(drain) }
  } finally {
    await home.end()
  }
}

function requireDrainable(known: MoveDatabases, name: string, to_name: string | null): void {
  if (name === HOME)
    throw new Error('Home cannot be drained: it takes whoever is new while no other database can be asked.')
  const found = known.get(name)
  if (found?.database.state === 'opening') throw new Error(`${name} is not open yet. Run databases add again first.`)
  if (!found) throw new Error(`There is no ledger database "${name}"; databases list shows them.`)
  if (to_name === name) throw new Error(`They live in ${name} already.`)
  if (to_name !== null && known.get(to_name)?.database.state !== 'open')
    throw new Error(`There is no open ledger database "${to_name}".`)
}

const REST_MS = 200

/** @returns false where nothing is to be done any more */
async function drainOne(drain: Drain): Promise<boolean> {
  const { home, name, options, failed } = drain
  const times = { ...MOVE_TIMES, ...options.times }
  const { is_draining, is_known } = await findDrainState(home, name, times.known_for_ms)
  if (!is_draining) {
    const { told, to_name: _, ...moveOptions } = options
    for (const one of await settleMoves(home, name, moveOptions)) told(one)
    throw new Error(`Somebody has taken the draining of ${name} back.`)
  }
  const all = await listMovesOf(home, name, times.clean_up_after_ms)
  if (await planAhead(drain, all)) return true
  const moves = all.filter(({ end_customer_id }) => !failed.has(end_customer_id))
  const next = moves.find(({ is_due }) => is_due) ?? moves.find(({ state }) => state !== 'opened')
  if (next) await goOn(drain, next)
  else if (moves.length > 0 || !is_known) await sleep(REST_MS)
  return moves.length > 0 || !is_known
}

/** A move that somebody has begun goes where it was meant to go; one that leads here goes back, or is ended first. */
async function goOn(drain: Drain, move: WaitingMove): Promise<void> {
  const { name, options } = drain
  const { end_customer_id, from_name, to_name, state } = move
  const isBack = state === 'taking_back' || (to_name === name && IS_BEFORE_TURN.includes(state))
  const { told, to_name: _, ...moveOptions } = options
  try {
    await moveEndCustomer(
      { end_customer_id, to_name: isBack ? null : to_name },
      { ...moveOptions, ...(state !== 'opened' && { until: 'opened' as const }) },
    )
    if (!isBack && from_name === name && state !== 'opened') told({ end_customer_id, to_name })
  } catch (error) {
    await refuse(drain, move, (error as Error).message)
  }
}

/** A move that has touched neither side is forgotten, so that the end customer may be sent elsewhere. Any other one is left to the next run. */
async function refuse(drain: Drain, { end_customer_id, from_name, to_name }: WaitingMove, reason: string) {
  const { home, known, name, options, refused } = drain
  if (from_name !== name || !(await forgetUntouched(home, options.home_urls, end_customer_id)))
    return giveUp(drain, end_customer_id, reason)
  refused.set(end_customer_id, [...(refused.get(end_customer_id) ?? []), { to_name, reason }])
  const source = known.get(name)
  if (source && (await findRoomiest([source])) !== null) return
  giveUp(drain, end_customer_id, reason)
  throw new Error(`${name} cannot be used, so nobody can be moved out of it.`)
}

/** Copies that came back with a database which was given up for lost are no one's. */
async function countUnknown({ home, known, name, options }: Drain): Promise<number> {
  const found = known.get(name)
  if (!found) return 0
  const side = await openSide(found.database, found.urls(), options.past_triggers)
  try {
    await clearReturned(home, side, null)
    return await countThere(side.owner)
  } finally {
    await side.close()
  }
}
