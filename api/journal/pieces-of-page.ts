import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JournalEntryQuery } from '../../shared/contract/journal/journal-entries.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { inTurns } from '../../shared/process/in-turns.ts'
import {
  findJournalEntryNumber,
  listEntrySizes,
  listJournalEntries,
} from '../../shared/store/journal/journal-entries.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { cursorOf, NO_UUID, unknownCursor } from '../http/page.ts'
import { presentInSteps, type presentJournalEntry } from './present-journal-entry.ts'
import { sourceUuid } from './source-id.ts'

/** So many lines are read and written in one go; an entry with more of them alone. */
export const LINES_OF_PIECE = 250

export type PresentedEntry = ReturnType<typeof presentJournalEntry>
export type JournalPage = { readonly pieces: readonly (readonly bigint[])[]; readonly has_more: boolean }

/**
 * Cuts a page into pieces with few lines each: an entry has two lines or a thousand, and a page 500 entries.
 *
 * @param after the number of the last entry before the page; undefined: it is the one that `starting_after` names
 */
export async function piecesOfPage(
  { pool }: ApiDeps,
  query: JournalEntryQuery,
  limit: number,
  after?: bigint,
): Promise<JournalPage> {
  requireOrder(query)
  const cursor = after === undefined ? cursorOf('journal_entry', query.starting_after) : null
  const named = cursor && (await findJournalEntryNumber(pool, query.end_customer_id, cursor))
  if (cursor && named === null) throw unknownCursor()
  const source_uuid = query.source_id === undefined ? null : (sourceUuid(query.source_id) ?? NO_UUID)
  const sizes = await listEntrySizes(pool, { ...query, limit, source_uuid }, after ?? (named as bigint | null))
  return { pieces: inPieces(sizes.slice(0, limit)), has_more: sizes.length > limit }
}

function inPieces(sizes: Awaited<ReturnType<typeof listEntrySizes>>): bigint[][] {
  const pieces: bigint[][] = []
  let left = 0
  for (const { entry_number, line_count } of sizes) {
    if (line_count > left) {
      pieces.push([])
      left = LINES_OF_PIECE
    }
    pieces.at(-1)?.push(entry_number)
    left -= line_count
  }
  return pieces
}

export async function readPiece(
  { pool }: ApiDeps,
  { end_customer_id }: JournalEntryQuery,
  piece: readonly bigint[],
): Promise<PresentedEntry[]> {
  const entries = await listJournalEntries(pool, end_customer_id, piece)
  // An entry of a thousand lines takes some milliseconds to be read, to be presented, and to be written: each has a turn.
  await nextTurn()
  return inTurns(presentInSteps(entries))
}

function requireOrder({ from_date, to_date }: JournalEntryQuery): void {
  if (from_date === undefined || to_date === undefined || from_date <= to_date) return
  const message = `from_date ${from_date} is after to_date ${to_date}.`
  throw new ApiError('invalid_request', message, [{ pointer: '/from_date', code: 'out_of_range', message }])
}
