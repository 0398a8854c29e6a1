import type { Tx } from '../store/db/database.ts'
import {
  copyMovedRows,
  deleteRows,
  digestOf,
  MAY_MEET_ITS_LIKE,
  type TableDigest,
} from '../store/moving/moved-tables.ts'
import {
  countRows,
  deleteLike,
  rowsAsTexts,
  type Since,
  WRITTEN_NOW,
  writtenSince,
} from '../store/moving/rows-since.ts'
import { CannotMove } from './cannot-move.ts'

/** The rows of an end customer in a table of both databases, each in a transaction. */
export type TableCopy = {
  readonly here: Tx
  readonly there: Tx
  readonly table: string
  readonly end_customer_id: string
}

/**
 * Copies all rows to where none is.
 *
 * @returns how many are there
 * @throws CannotMove where the new place has others
 */
export async function copyAll({ here, there, table, end_customer_id }: TableCopy): Promise<number> {
  for await (const texts of rowsAsTexts(here, table, end_customer_id)) await copyMovedRows(there, table, texts)
  // Of others, too, or meant to be dropped.
  if (MAY_MEET_ITS_LIKE.includes(table)) return 0
  return requireSame(table, await digestOf(here, table, end_customer_id), await digestOf(there, table, end_customer_id))
}

/** So few rows are compared in a millisecond or two. */
const COMPARED_WHOLE = 200

/** Copies what has changed. A row that has been deleted leaves no trace of that, so all of its table are copied once more. */
export async function copyNewer(copy: TableCopy, key: readonly string[], since: Since): Promise<number> {
  const { here, there, table, end_customer_id } = copy
  const which = writtenSince(since)
  const mayMeetItsLike = MAY_MEET_ITS_LIKE.includes(table)
  for await (const texts of rowsAsTexts(here, table, end_customer_id, which)) {
    if (!mayMeetItsLike) await deleteLike(there, table, key, texts)
    await copyMovedRows(there, table, texts)
  }
  if (mayMeetItsLike) return 0
  const wanted = await countRows(here, table, end_customer_id)
  const found = await countRows(there, table, end_customer_id)
  if (Number(found) > Number(wanted)) {
    await deleteRows(there, table, end_customer_id, null)
    return copyAll(copy)
  }
  if (found !== wanted) throw differing(table, found, wanted)
  // Heads and totals are compared as wholes: they differ where a change was missed elsewhere.
  const [ofHere, ofThere] = Number(found) <= COMPARED_WHOLE ? [undefined, undefined] : [which, WRITTEN_NOW]
  requireSame(
    table,
    await digestOf(here, table, end_customer_id, ofHere),
    await digestOf(there, table, end_customer_id, ofThere),
  )
  return Number(found)
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
