import type { Tx } from '../store/db/database.ts'
import type { Fragment } from '../store/db/filters.ts'
import { copyMovedRows, digestOf, MAY_MEET_ITS_LIKE, type TableDigest } from '../store/moving/moved-tables.ts'
import { deleteAmong, updateLike } from '../store/moving/replace-rows.ts'
import { countRows, rowsAsTexts } from '../store/moving/rows-as-texts.ts'
import { isAmong, type WrittenRows } from '../store/moving/written-keys.ts'
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

/**
 * Copies the rows that have been written since others were copied, and leaves out those that are gone.
 *
 * @returns how many there are
 * @throws CannotMove where the new place has others
 */
export async function copyWritten(copy: TableCopy, written: WrittenRows, is_referred: boolean): Promise<number> {
  const { here, there, table, end_customer_id, pause } = copy
  const which = written.pieces.map((keys) => isAmong(written, keys))
  const mayMeetItsLike = MAY_MEET_ITS_LIKE.includes(table)
  if (!mayMeetItsLike) await (is_referred ? renew(copy, written, which) : deleteAmong(there, written))
  for (const among of which)
    for await (const texts of rowsAsTexts(here, table, end_customer_id, among)) {
      await copyMovedRows(there, table, texts, is_referred && !mayMeetItsLike)
      pause.check()
    }
  if (mayMeetItsLike) return 0
  let rows = 0
  for (const among of which) {
    const [wanted, found] = await inBoth(here, there, (tx) => digestOf(tx, table, end_customer_id, among))
    pause.check()
    rows += requireSame(table, wanted, found)
  }
  return rows
}

/** What others refer to stays, and gets what is new: the old place deletes none of it. */
async function renew(
  { here, there, table, end_customer_id, pause }: TableCopy,
  { columns }: WrittenRows,
  which: readonly Fragment[],
): Promise<void> {
  for (const among of which)
    for await (const texts of rowsAsTexts(here, table, end_customer_id, among)) {
      await updateLike(there, table, columns, texts)
      pause.check()
    }
}

/** Reads all rows. @throws CannotMove where the new place has more or fewer */
export async function requireAsMany({ here, there, table, end_customer_id }: TableCopy): Promise<void> {
  if (MAY_MEET_ITS_LIKE.includes(table)) return
  const [wanted, found] = await inBoth(here, there, (tx) => countRows(tx, table, end_customer_id))
  if (wanted !== found) throw differing(table, found, wanted)
}

/** Both at once: it takes as long as the slower one, also where the other one fails. A transaction that ends meanwhile would say that instead. */
async function inBoth<Result>(here: Tx, there: Tx, look: (tx: Tx) => Promise<Result>): Promise<[Result, Result]> {
  const looks: [Promise<Result>, Promise<Result>] = [look(here), look(there)]
  await Promise.allSettled(looks)
  return Promise.all(looks)
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
