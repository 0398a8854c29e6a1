import { Readable } from 'node:stream'
import type { JournalEntryQuery } from '../../shared/contract/journal/journal-entries.ts'
import { ownBytes } from '../../shared/process/free-buffer.ts'
import { jsonInSlices } from '../http/answers/json-in-slices.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { readAtPlace } from '../http/handle/place/at-place.ts'
import { type PresentedEntry, piecesOfPage, readPiece } from './pieces-of-page.ts'

/**
 * Posted entries in the order of the journal, each with all of its lines. A page of many lines is written piece by piece,
 * so that neither the page nor its text is ever in memory as a whole.
 */
export async function readJournalEntries(deps: ApiDeps, { query, caller, inTurn }: ReadRequest<JournalEntryQuery>) {
  const { pieces, has_more } = await inTurn(() => piecesOfPage(deps, query, query.limit ?? 100))
  const [first = [], ...others] = pieces
  // Read before anything is answered, so that a refusal is an answer and no broken stream.
  const data = first.length === 0 ? [] : await inTurn(() => readPiece(deps, query, first))
  if (others.length === 0) return { object: 'journal_entry_list', data, has_more }

  const written = async (before: string, read: () => Promise<readonly PresentedEntry[]>) => {
    const entries = await read()
    const text = await deps.takeTurns(caller.key_id, Number.POSITIVE_INFINITY, (slice) => jsonInSlices(entries, slice))
    return ownBytes(before + text.slice(1, -1))
  }
  const unwritten = [data]
  // A stream whose reader is slow holds bytes, which are given back when they are sent, and no entries any more: a generator that waits
  // keeps what it had in its hands, so that others read and write for it.
  async function* text() {
    yield await written('{"object":"journal_entry_list","data":[', async () => unwritten.pop() ?? [])
    for (const piece of others) {
      const read = (there: ApiDeps) => readPiece(there, query, piece)
      yield await written(',', () => inTurn(() => readAtPlace(deps, query.end_customer_id, read)))
    }
    yield `],"has_more":${has_more}}`
  }
  return Readable.from(text(), { highWaterMark: 0 })
}

/**
 * So many of them as a page in a browser shows: one piece. What was sent stands on the page of each entry: in a table it is half of
 * the bytes, and nobody reads it there.
 */
export async function readFirstEntries(deps: ApiDeps, { query, inTurn }: ReadRequest<JournalEntryQuery>) {
  const { pieces, has_more } = await inTurn(() => piecesOfPage(deps, query, query.limit ?? 100))
  const [first = [], ...others] = pieces
  const data = first.length === 0 ? [] : await inTurn(() => readPiece(deps, query, first))
  const listed = data.map(({ source_snapshot: _, ...entry }) => entry)
  return { object: 'journal_entry_list', data: listed, has_more: has_more || others.length > 0 }
}
