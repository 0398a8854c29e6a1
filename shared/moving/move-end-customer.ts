import type { Client } from 'pg'
import type { PgBoss } from 'pg-boss'
import { HOME } from '../store/databases/registry.ts'
import { connectAsOwner, type DatabaseUrls } from '../store/databases/urls.ts'
import { findTableInUse } from '../store/import/copied-tables.ts'
import { forgetArrival } from '../store/moving/arrival.ts'
import { takeFenceDown } from '../store/moving/fence.ts'
import { listMovedTables } from '../store/moving/moved-tables.ts'
import { type CustomerMove, findMove, findPlace, isOver, planMove, TakenOver } from '../store/moving/moves.ts'
import type { PastTriggers } from '../store/moving/past-triggers.ts'
import { alone } from './alone.ts'
import { CannotMove } from './cannot-move.ts'
import { listMoveDatabases, type MoveDatabases } from './move-databases.ts'
import type { MoveTimes, Moving } from './moving.ts'
import type { AtPoint } from './points.ts'
import { type MoveSide, openSide } from './sides.ts'
import { STEPS } from './steps.ts'
import { forget, isUntouched } from './taking-back/forget-untouched.ts'
import { requireGone, takeBackHere } from './taking-back/take-back-here.ts'
import { IS_BEFORE_TURN, turnBack } from './taking-back/turn-back.ts'

export type MoveOptions = {
  readonly home_urls: DatabaseUrls
  readonly env: NodeJS.ProcessEnv
  /** The queue of a database, as processes have it. */
  readonly openBoss: (name: string) => Promise<{ readonly boss: PgBoss; close(): Promise<void> }>
  /** Is told of each state. */
  readonly say?: (line: string) => void
  readonly times?: Partial<MoveTimes>
  readonly at?: AtPoint
  readonly past_triggers?: PastTriggers
  /** Copies everything while nobody writes. */
  readonly offline?: boolean
  /** Leaves the clean-up to a later call. */
  readonly until?: 'opened'
  /** Takes back without the new place, which is gone for good. */
  readonly target_is_gone?: boolean
}

type WantedMove = { readonly end_customer_id: string; readonly to_name: string | null }

/** The longest wait of a request is 30 seconds. */
export const MOVE_TIMES: MoveTimes = {
  known_for_ms: 4_000,
  close_within_ms: 30_000,
  longest_pause_ms: 1_000,
  clean_up_after_ms: 45_000,
}

/**
 * Moves an end customer into another ledger database. It may be killed anywhere and run again, and goes on.
 *
 * @param to_name null: takes the move under way back
 * @returns the move as it has ended
 * @throws Error with one sentence
 */
export async function moveEndCustomer(
  { end_customer_id, to_name }: WantedMove,
  options: MoveOptions,
): Promise<CustomerMove> {
  const { home_urls, at = async () => {}, say = () => {} } = options
  const home = await connectAsOwner(home_urls)
  try {
    const known = await listMoveDatabases(home, home_urls, options.env)
    const begun =
      (await findMove(home, end_customer_id)) ?? (await plan(home, known, { end_customer_id, to_name }, options))
    if (to_name !== null && begun.to_name !== to_name)
      throw new Error(`It is being moved to ${begun.to_name}. Take that back first, with --take-back.`)
    await at('planned')
    return await alone(home_urls, begun.move_id, async (taken) => {
      if (to_name === null && isUntouched(taken)) return forget(home, taken, say)
      if (to_name === null && options.target_is_gone) return leaveTarget(home, known, taken, options)
      return inSides(home, known, taken, options, async (moving) => {
        const move = to_name === null ? await turnBack(moving, taken) : taken
        return run(moving, move, say, options.until)
      })
    })
  } finally {
    await home.end()
  }
}

async function plan(
  home: Client,
  known: MoveDatabases,
  { end_customer_id, to_name }: WantedMove,
  options: MoveOptions,
) {
  if (to_name === null) throw new Error('No move of this end customer is under way.')
  const placed = await findPlace(home, end_customer_id)
  const from_name = placed ?? HOME
  if (from_name === to_name) throw new Error(`It lives in ${to_name} already.`)
  if (known.get(to_name)?.database.state !== 'open') throw new Error(`There is no open ledger database "${to_name}".`)
  known.get(to_name)?.urls() // what nothing leads to is no place to begin a move to
  const from = await open(known, from_name, options)
  try {
    const used = await findTableInUse(from.pool, await listMovedTables(from.pool), end_customer_id)
    // Somebody who was placed, and whose first write was refused, has no rows.
    if (used === null && placed === null) throw new Error(`There is no end customer ${end_customer_id}.`)
  } finally {
    await from.close()
  }
  await planMove(home, end_customer_id, to_name)
  return (await findMove(home, end_customer_id)) as CustomerMove
}

function open(known: MoveDatabases, name: string, { past_triggers }: MoveOptions): Promise<MoveSide> {
  const found = known.get(name)
  if (!found) throw new Error(`Home knows no ledger database "${name}".`)
  return openSide(found.database, found.urls(), past_triggers)
}

async function inSides<Result>(
  home: Client,
  known: MoveDatabases,
  { from_name, to_name }: CustomerMove,
  options: MoveOptions,
  work: (moving: Moving) => Promise<Result>,
): Promise<Result> {
  const { at = async () => {}, times, offline = false } = options
  const closes: (() => Promise<void>)[] = []
  const opened = async <Opened extends { close(): Promise<void> }>(opening: Promise<Opened>) => {
    const one = await opening
    closes.push(one.close)
    return one
  }
  try {
    const from = await opened(open(known, from_name, options))
    const to = await opened(open(known, to_name, options))
    const { boss } = await opened(options.openBoss(to_name))
    return await work({
      home,
      from,
      to,
      boss,
      times: { ...MOVE_TIMES, ...times },
      at,
      offline,
      run: { oldest: null, rows: {}, long_pauses: 0, closed_at: 0 },
    })
  } finally {
    for (const close of closes.reverse()) await close().catch(() => {}) // what counts is how the move has ended
  }
}

async function leaveTarget(home: Client, known: MoveDatabases, move: CustomerMove, options: MoveOptions) {
  const { at = async () => {}, say = () => {} } = options
  await requireGone(known, move.to_name)
  const from = await open(known, move.from_name, options)
  try {
    const back = await takeBackHere(home, from, await turnBack({ home, at }, move))
    say(back.state)
    return back
  } finally {
    await from.close()
  }
}

/** Nobody waits for an operator behind a fence that is closed: what fails there is taken back, where home can be asked. */
async function run(
  moving: Moving,
  from: CustomerMove,
  say: (line: string) => void,
  until?: MoveOptions['until'],
): Promise<CustomerMove> {
  let move = from
  for (;;) {
    const step = STEPS[move.state]
    if (!step || move.state === until) return move
    try {
      move = await step(moving, move)
    } catch (error) {
      const isGivenUp = error instanceof CannotMove || ['closing', 'closed'].includes(move.state)
      if (error instanceof TakenOver) await leaveNothing(moving, move)
      if (error instanceof TakenOver || !isGivenUp || !IS_BEFORE_TURN.includes(move.state)) throw error
      await run(moving, await turnBack(moving, move), say)
      throw error
    }
    say(move.state)
    if (isPoint(move.state)) await moving.at(move.state)
  }
}

/** What was put up behind the end of a move by somebody who has slept through that would be in the way of the next one. */
async function leaveNothing({ home, from, to }: Moving, move: CustomerMove): Promise<void> {
  if (!(await isOver(home, move))) return
  await takeFenceDown(from.owner, move)
  await forgetArrival(to.owner, move)
}

type StatePoint = Extract<CustomerMove['state'], Parameters<AtPoint>[0]>

function isPoint(state: CustomerMove['state']): state is StatePoint {
  return ['fenced', 'copying', 'closing', 'closed', 'turned', 'opened'].includes(state)
}
