import type { Tx } from '../store/db/database.ts'
import { holdArrival, keepHeadsOfArrival } from '../store/moving/arrival.ts'
import type { Fence, Heads } from '../store/moving/fence.ts'
import {
  COPIED_IN_PAUSE,
  compareInUtc,
  deleteRows,
  findSubscriptions,
  listMovedTables,
  listSubscriptionsOf,
  listTablesToEmpty,
} from '../store/moving/moved-tables.ts'
import { TakenOver } from '../store/moving/moves.ts'
import { pastTriggers } from '../store/moving/past-triggers.ts'
import { listReferredTables } from '../store/moving/replace-rows.ts'
import { seeOneMoment } from '../store/moving/rows-as-texts.ts'
import { listWritten, oldestUnderWay, type WrittenKeys } from '../store/moving/written-keys.ts'
import { beside } from './beside.ts'
import { CannotMove } from './cannot-move.ts'
import { copyAll, copyWritten, requireAsMany } from './copy-table.ts'
import { NO_PAUSE, type WritePause } from './pause.ts'
import type { AtPoint } from './points.ts'
import type { MoveSide } from './sides.ts'

/** Rows by table that were copied. */
type CopiedRows = Readonly<Record<string, number>>

/** What a round has copied while the books went on. */
type Ahead = {
  /** The oldest transaction whose rows may be missing. */
  readonly oldest: string
  readonly rows: CopiedRows
}

/**
 * Copies what is there of an end customer whose books go on, as it is at one moment.
 *
 * @param oldest of the round before, whose copy is there; null: there is none
 * @throws CannotMove where the copy differs
 */
export function copyAhead(from: MoveSide, to: MoveSide, fence: Fence, oldest: string | null): Promise<Ahead> {
  return beside(from.pool, async (here) => {
    await seeOneMoment(here)
    const missing = await oldestUnderWay(here)
    const written = oldest === null ? null : await listWritten(here, fence.move_id, oldest)
    let rows: CopiedRows = {}
    await inBoth(here, to, fence, { written, pause: NO_PAUSE }, async (round) => {
      const tables = round.tables.filter((table) => table !== COPIED_IN_PAUSE)
      rows = await copyTables({ ...round, tables }, fence)
      if (written === null) return
      for (const table of tables) await requireAsMany({ ...round, table, end_customer_id: fence.end_customer_id })
    })
    return { oldest: missing, rows }
  })
}

type Books = {
  readonly heads: Heads
  /** What was copied ahead is older than that; null: nothing was. */
  readonly oldest: string | null
  readonly pause: WritePause
}

/**
 * Copies the rows of an end customer that nobody writes now, in one transaction, which ends only where both databases have the same. Where
 * some were copied ahead it reads the others alone, so it takes no longer for many rows.
 *
 * @throws CannotMove where they differ
 */
export async function copyCustomer(
  from: MoveSide,
  to: MoveSide,
  fence: Fence,
  { heads, oldest, pause }: Books,
  at: AtPoint,
): Promise<CopiedRows> {
  let copied: CopiedRows = {}
  await beside(from.pool, async (here) => {
    const written = oldest === null ? null : await listWritten(here, fence.move_id, oldest)
    await inBoth(here, to, fence, { written, pause }, async (round) => {
      await requireSubscriptions(here, round.there, fence.end_customer_id)
      copied = await copyTables(round, fence)
      await at('copied')
      await keepHeadsOfArrival(round.there, fence.move_id, heads)
      pause.check()
      await at('compared')
    })
  })
  return copied
}

type RoundOptions = {
  /** What others do not have; null: none is copied. */
  readonly written: WrittenKeys | null
  readonly pause: WritePause
}

type Round = RoundOptions & { readonly here: Tx; readonly there: Tx; readonly tables: readonly string[] }

async function copyTables(round: Round, { end_customer_id }: Fence): Promise<CopiedRows> {
  const { here, there, tables, written, pause } = round
  // What a try before has left, whose end was cut off.
  if (written === null)
    for (const table of await listTablesToEmpty(there)) await deleteRows(there, table, end_customer_id, null)
  const copied: Record<string, number> = {}
  const referred = await listReferredTables(there)
  for (const table of tables) {
    const copy = { here, there, table, end_customer_id, pause }
    if (written === null || table === COPIED_IN_PAUSE) {
      if (written !== null) await deleteRows(there, table, end_customer_id, null)
      copied[table] = await copyAll(copy)
      continue
    }
    const rows = written.get(table)
    if (rows !== undefined) copied[table] = await copyWritten(copy, rows, referred.has(table))
  }
  return copied
}

/** In one transaction of each: the one that is read, and the one that arrives. */
async function inBoth(
  here: Tx,
  to: MoveSide,
  fence: Fence,
  wanted: RoundOptions,
  work: (round: Round) => Promise<void>,
): Promise<void> {
  await compareInUtc(here)
  const { pause, written } = wanted
  const moved = await listMovedTables(to.pool)
  const copy = async (there: Tx) => {
    await pause.limit(here, there)
    if (!(await holdArrival(there, fence))) throw new TakenOver()
    await compareInUtc(there)
    await work({ ...wanted, here, there, tables: moved })
  }
  await pastTriggers(to.pool, to.past_triggers, await tablesToWrite(to, moved, written), copy, pause.check)
}

/** Whoever holds tables waits for each of them. */
async function tablesToWrite({ pool }: MoveSide, moved: readonly string[], written: WrittenKeys | null) {
  if (written !== null) return moved.filter((table) => written.has(table) || table === COPIED_IN_PAUSE)
  return [...new Set([...moved, ...(await listTablesToEmpty(pool))])]
}

/** A position without its subscription would send nothing, for ever. */
async function requireSubscriptions(here: Tx, there: Tx, end_customer_id: string): Promise<void> {
  const wanted = await listSubscriptionsOf(here, end_customer_id)
  const known = await findSubscriptions(there, wanted)
  const missing = wanted.filter((id) => !known.has(id))
  if (missing.length > 0)
    throw new CannotMove(
      `The database to move to does not have ${missing.length} of the subscriptions of webhooks that get this end customer.`,
    )
}
