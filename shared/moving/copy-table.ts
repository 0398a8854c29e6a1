import type { Tx } from '../store/db/database.ts'
import type { Fragment } from '../store/db/filters.ts'
import {
  copyMovedRows,
  deleteRows,
  digestOf,
  MAY_MEET_ITS_LIKE,
  type TableDigest,
} from '../store/moving/moved-tables.ts'
import { deleteLike, updateLike } from '../store/moving/replace-rows.ts'
import {
  countRows,
  countWritten,
  rowsAsTexts,
  type Since,
  WRITTEN_NOW,
  type WrittenRows,
  writtenSince,
} from '../store/moving/rows-since.ts'
import { CannotMove } from './cannot-move.ts'
import type { WritePause } from './pause.ts'

/** The rows of an end customer in a table of both databases, each in a transaction. */
export type TableCopy = {
  readonly here: Tx
  readonly there: Tx
  readonly table: string
  readonly end_customer_id: string
  readonly pause: WritePause
}

type Replaced = {
  readonly since: Since
  /** The columns of its primary key. */
  readonly key: readonly string[]
  /** Other tables refer to its rows. */
  readonly is_referred: boolean
}

/**
 * Copies all rows to where none is.
 *
 * @returns how many are there
 * @throws CannotMove where the new place has others
 */
export async function copyAll({ here, there, table, end_customer_id, pause }: TableCopy): Promise<number> {
  for await (const texts of rowsAsTexts(here, table, end_customer_id)) {
    await copyMovedRows(there, table, texts)
    pause.check()
  }
  // Of others, too, or meant to be dropped.
  if (MAY_MEET_ITS_LIKE.includes(table)) return 0
  const [wanted, found] = await inBoth(here, there, (tx) => digestOf(tx, table, end_customer_id))
  return requireSame(table, wanted, found)
}

/** So few rows are compared in a millisecond or two. */
const COMPARED_WHOLE = 200

/** Copies what has changed. A row that has been deleted leaves no trace of that, so all of its table are copied once more. */
export async function copyNewer(copy: TableCopy, replaced: Replaced): Promise<number> {
  const { here, there, table, end_customer_id } = copy
  const which = writtenSince(replaced.since)
  if (MAY_MEET_ITS_LIKE.includes(table)) {
    await copyWritten(copy, which, false)
    return 0
  }
  const [wanted, known] = await Promise.all([
    countWritten(here, table, end_customer_id, which),
    countRows(there, table, end_customer_id),
  ])
  if (wanted.newer !== '0') {
    await makeRoom(copy, replaced, which)
    await copyWritten(copy, which, replaced.is_referred)
  }
  const found = wanted.newer === '0' ? known : await countRows(there, table, end_customer_id)
  copy.pause.check()
  if (Number(found) > Number(wanted.count)) {
    await deleteRows(there, table, end_customer_id, null)
    return copyAll(copy)
  }
  if (found !== wanted.count) throw differing(table, found, wanted.count)
  await compareWritten(copy, which, wanted)
  return Number(found)
}

async function copyWritten(copy: TableCopy, which: Fragment, may_be_there: boolean): Promise<void> {
  const { here, there, table, end_customer_id, pause } = copy
  for await (const texts of rowsAsTexts(here, table, end_customer_id, which)) {
    await copyMovedRows(there, table, texts, may_be_there)
    pause.check()
  }
}

/** Heads and totals are compared as wholes: they differ where a change was missed elsewhere. */
async function compareWritten(copy: TableCopy, which: Fragment, { count, newer }: WrittenRows): Promise<void> {
  const { here, there, table, end_customer_id, pause } = copy
  const isSmall = Number(count) <= COMPARED_WHOLE
  if (count === '0' || (newer === '0' && !isSmall)) return
  const [wanted, found] = await inBoth(here, there, (tx) =>
    digestOf(tx, table, end_customer_id, isSmall ? undefined : tx === here ? which : WRITTEN_NOW),
  )
  pause.check()
  requireSame(table, wanted, found)
}

/**
 * Older versions go before any newer one comes, as one of them may have what is there once. Those that others refer to stay and get
 * what is new, as the old place deletes none of them.
 */
async function makeRoom(
  { here, there, table, end_customer_id, pause }: TableCopy,
  { key, is_referred }: Replaced,
  which: Fragment,
): Promise<void> {
  for await (const texts of rowsAsTexts(here, table, end_customer_id, which)) {
    await (is_referred ? updateLike(there, table, key, texts) : deleteLike(there, table, key, texts))
    pause.check()
  }
}

/** Both at once: it takes as long as the slower one. */
function inBoth<Result>(here: Tx, there: Tx, look: (tx: Tx) => Promise<Result>): Promise<[Result, Result]> {
  return Promise.all([look(here), look(there)])
}

function requireSame(table: string, wanted: TableDigest, found: TableDigest): number {
  if (JSON.stringify(wanted) !== JSON.stringify(found)) throw differing(table, found.count, wanted.count)
  return Number(found.count)
}

function differing(table: string, found: string, wanted: string): CannotMove {
  return new CannotMove(
    `The copy of ${table} differs: ${found} rows instead of ${wanted}, or rows with another content.`,
  )
}
