import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { HOME } from '../../store/databases/registry.ts'
import { connectAsOwner } from '../../store/databases/urls.ts'
import {
  beginDraining,
  countThere,
  findDrainedUse,
  findDrainState,
  holdDraining,
  listMovesOf,
  listToMove,
  type WaitingMove,
} from '../../store/moving/draining.ts'
import { planMove } from '../../store/moving/moves.ts'
import { listMoveDatabases, type MoveDatabases } from '../move-databases.ts'
import { IS_BEFORE_TURN, MOVE_TIMES, type MoveOptions, moveEndCustomer } from '../move-end-customer.ts'
import { findRoomiest } from './roomiest.ts'
import { settleMoves } from './settle-moves.ts'

/** What has become of an end customer: it lives in another database, or could not be moved. */
export type DrainedCustomer =
  | { readonly end_customer_id: string; readonly to_name: string }
  | { readonly end_customer_id: string; readonly reason: string }

type DrainOptions = Omit<MoveOptions, 'say' | 'until'> & {
  /** Null: to the least full one each time. */
  readonly to_name: string | null
  readonly told: (one: DrainedCustomer) => void
}

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
    const drain = { home, known, name, options, failed: new Set<string>() }
    while (await drainOne(drain));
    const left = (await findDrainedUse(home, name))?.left ?? 0
    return { left, unknown: left > 0 ? 0 : await countUnknown(known, name) }
  } finally {
    await home.end()
  }
}

type Drain = {
  readonly home: Client
  readonly known: MoveDatabases
  readonly name: string
  readonly options: DrainOptions
  /** They are left for the next run. */
  readonly failed: Set<string>
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
  await planAhead(drain)
  const moves = (await listMovesOf(home, name, times.clean_up_after_ms)).filter(
    ({ end_customer_id }) => !failed.has(end_customer_id),
  )
  const next = moves.find(({ is_due }) => is_due) ?? moves.find(({ state }) => state !== 'opened')
  if (next) await goOn(drain, next)
  else if (moves.length > 0 || !is_known) await sleep(REST_MS)
  return moves.length > 0 || !is_known
}

/** So many wait together until every process has heard of their moves. */
const AHEAD = 5

async function planAhead({ home, known, name, options, failed }: Drain): Promise<void> {
  const moves = await listMovesOf(home, name, 0)
  const planned = moves.filter(({ state }) => state === 'planned').length
  for (const id of await listToMove(home, name, [...failed], Math.max(0, AHEAD - planned))) {
    const to_name = options.to_name ?? (await findRoomiest(othersOf(known, name)))
    if (to_name === null) throw new Error(`There is no ledger database that can be asked to take who lives in ${name}.`)
    await planMove(home, id, to_name)
  }
}

function othersOf(known: MoveDatabases, name: string) {
  return [...known.values()].filter(({ database }) => database.name !== name && database.state === 'open')
}

/** A move that somebody has begun goes where it was meant to go; one that leads here goes back, or is ended first. */
async function goOn({ name, options, failed }: Drain, move: WaitingMove): Promise<void> {
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
    failed.add(end_customer_id)
    told({ end_customer_id, reason: (error as Error).message })
  }
}

async function countUnknown(known: MoveDatabases, name: string): Promise<number> {
  const found = known.get(name)
  if (!found) return 0
  const owner = await connectAsOwner(found.urls)
  return countThere(owner).finally(() => owner.end())
}
