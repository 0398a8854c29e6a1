import { setTimeout as sleep } from 'node:timers/promises'
import { expectArrival, forgetArrival } from '../store/moving/arrival.ts'
import { leaveForGood } from '../store/moving/departed.ts'
import { continues, findHeads, holdGone, markGone, reopen } from '../store/moving/departure.ts'
import { closeFence, keepHeads, raiseFence, takeFenceDown } from '../store/moving/fence.ts'
import { deleteJobs, deleteRows, listTablesToEmpty } from '../store/moving/moved-tables.ts'
import {
  advance,
  type CustomerMove,
  hasBeenFor,
  isKnownFor,
  type MoveState,
  TakenOver,
  turn,
} from '../store/moving/moves.ts'
import { pastTriggers } from '../store/moving/past-triggers.ts'
import { endWhereItSleeps } from '../store/moving/time-limits.ts'
import { CannotMove } from './cannot-move.ts'
import { copyAhead, copyCustomer } from './copy-customer.ts'
import { letArrive } from './let-arrive.ts'
import type { Moving } from './moving.ts'
import { isPauseTooLong, pauseSince } from './pause.ts'
import type { AtPoint } from './points.ts'
import type { MoveSide } from './sides.ts'
import { clearReturned, takeAway } from './taking-back/take-away.ts'

/** What leads from each state to the next one. Each may have been done in part, by somebody who is gone. */
export const STEPS: Readonly<
  Partial<Record<MoveState, (moving: Moving, move: CustomerMove) => Promise<CustomerMove>>>
> = {
  async planned({ home, to, times, at }, move) {
    await clearReturned(home, to, move.end_customer_id)
    while (!(await isKnownFor(home, move, times.known_for_ms))) await sleep(50)
    await at('known')
    return advance(home, move, 'fenced')
  },

  async fenced({ home, from, to, at, offline }, move) {
    if (from.migrations !== to.migrations) throw new CannotMove(`${from.name} and ${to.name} are of two releases.`)
    if (!(await raiseFence(from.owner, move))) throw new TakenOver()
    await at('raised')
    if (!(await expectArrival(to.owner, move))) throw new TakenOver()
    await at('expected')
    if (offline) return advance(home, move, 'closing')
    // Of somebody who died behind it.
    await reopen(from.owner, move)
    return advance(home, move, 'copying')
  },

  async copying({ home, from, to, at, run }, move) {
    await copyAllAhead(from, to, move, run)
    await at('copied ahead')
    return advance(home, move, 'closing')
  },

  async closing({ home, from, times, at, run }, move) {
    run.closed_at = await closeWithin(from, move, times.close_within_ms)
    await at('closed there')
    const heads = await keepHeads(from.owner, move)
    if (heads === null) throw new TakenOver()
    return advance(home, move, 'closed', { heads })
  },

  async closed(moving, move) {
    const { home, from, to, at, run, times, offline } = moving
    const heads = await findHeads(from.owner, move)
    if (heads === null) throw new TakenOver()
    const pause = pauseSince(run.closed_at, offline ? Number.POSITIVE_INFINITY : times.longest_pause_ms)
    try {
      const rows = await copyCustomer(from, to, move, { heads, oldest: run.oldest, pause }, at)
      await at('committed')
      const paused_ms = Math.round(performance.now() - run.closed_at)
      return await turn(home, move, { rows: run.oldest === null ? rows : run.rows, paused_ms })
    } catch (error) {
      if (!isPauseTooLong(error)) throw error
      return goOnAhead(moving, move)
    }
  },

  async turned({ home, from, to, boss, at }, move) {
    await to.pool.transaction((tx) => letArrive(tx, boss, move), 0)
    await at('opened there')
    // By itself: who has a row that is deleted, and asks the fence a moment later, would wait for us while we wait for it.
    if (!(await from.pool.transaction((tx) => markGone(tx, move)))) throw new TakenOver()
    await pastTriggers(from.pool, from.past_triggers, ['webhook_positions'], async (tx) => {
      await endWhereItSleeps(tx)
      if (!(await holdGone(tx, move))) throw new TakenOver()
      await deleteRows(tx, 'webhook_positions', move.end_customer_id, null)
    })
    await at('gone here')
    await takeFenceDown(to.owner, move)
    await at('settled there')
    return advance(home, move, 'opened')
  },

  async opened({ home, from, to, times, at }, move) {
    while (!(await hasBeenFor(home, move, times.clean_up_after_ms))) await sleep(50)
    // Without a fence all of it is done.
    const heads = await findHeads(from.owner, move)
    if (heads !== null) {
      if (!(await from.pool.transaction((tx) => markGone(tx, move)))) throw new TakenOver()
      if (!(await continues(to.owner, move.end_customer_id, heads)))
        throw new Error(`The books in ${to.name} do not go on from those in ${from.name}, so nothing is deleted there.`)
      await emptyFrom(from, move, at)
      if (!(await leaveForGood(from.owner, move))) throw new TakenOver()
      await at('left behind')
    }
    return advance(home, move, 'cleaned')
  },

  async taking_back({ home, from, to, at }, move) {
    await reopen(from.owner, move)
    await at('reopened')
    if (!(await expectArrival(to.owner, move))) throw new TakenOver()
    await takeAway(to, move)
    await at('taken away')
    await forgetArrival(to.owner, move)
    await at('forgotten')
    await takeFenceDown(from.owner, move)
    await at('taken down')
    return advance(home, move, 'taken_back')
  },
}

/** What so many rows need is not noticed in the pause. */
const FEW = 500
const MOST_ROUNDS = 5

/** A copy of many years takes minutes, and as much is written meanwhile: further rounds copy that, so that the pause has little left. */
async function copyAllAhead(from: MoveSide, to: MoveSide, move: CustomerMove, run: Moving['run']): Promise<void> {
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const isFirst = run.oldest === null
    const { oldest, rows } = await copyAhead(from, to, move, run.oldest)
    run.oldest = oldest
    if (isFirst) run.rows = rows
    else if (Object.values(rows).reduce((sum, count) => sum + count, 0) < FEW) return
  }
}

const MOST_LONG_PAUSES = 3

/** Who was kept waiting goes on, and what is missing in the copy is less than it was. */
async function goOnAhead({ home, from, at, run, times }: Moving, move: CustomerMove): Promise<CustomerMove> {
  run.long_pauses += 1
  if (run.long_pauses === MOST_LONG_PAUSES)
    throw new CannotMove(
      `The pause took longer than ${times.longest_pause_ms} ms, ${MOST_LONG_PAUSES} times. Allow a longer one with --longest-pause, or move them when less is written.`,
    )
  if (!(await reopen(from.owner, move))) throw new TakenOver()
  await at('opened again')
  return advance(home, move, 'copying')
}

/** Each try lets those go on who wait behind it. */
const TRY_MS = 300
const REST_MS = 50

/** @returns since when those wait who would write */
async function closeWithin({ name, owner }: MoveSide, move: CustomerMove, most_ms: number): Promise<number> {
  const ends_at = performance.now() + most_ms
  for (;;) {
    const began_at = performance.now()
    if (await closeFence(owner, move, TRY_MS)) return began_at
    if (performance.now() > ends_at)
      throw new CannotMove(`Somebody writes the books in ${name} without a pause. Move them when nobody imports.`)
    await sleep(REST_MS)
  }
}

/** Others work here meanwhile, so each transaction is short. In held tables foreign keys are seen to, and tables are emptied whole. */
const BATCH = 5_000

async function emptyFrom(from: MoveSide, move: CustomerMove, at: AtPoint): Promise<void> {
  const most = from.past_triggers === 'replica' ? BATCH : null
  for (const table of await listTablesToEmpty(from.pool)) {
    let isMore = true
    while (isMore) {
      await pastTriggers(from.pool, from.past_triggers, [table], async (tx) => {
        await endWhereItSleeps(tx)
        if (!(await holdGone(tx, move))) throw new TakenOver()
        isMore = (await deleteRows(tx, table, move.end_customer_id, most)) === most
      })
      await at('partly emptied')
    }
  }
  await from.pool.transaction((tx) => deleteJobs(tx, move.end_customer_id))
  await at('emptied')
}
