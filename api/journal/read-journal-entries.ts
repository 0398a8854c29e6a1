import type { JournalEntryQuery } from '../../shared/contract/journal/journal-entries.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { findJournalEntryNumber, listJournalEntries } from '../../shared/store/journal/journal-entries.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, NO_UUID, presentPage, unknownCursor } from '../http/page.ts'
import { presentJournalEntry } from './present-journal-entry.ts'
import { sourceUuid } from './source-id.ts'

/** Posted entries in the order of the journal, each with all of its lines. */
export async function readJournalEntries({ pool }: ApiDeps, { query }: ReadRequest<JournalEntryQuery>) {
  const limit = query.limit ?? 100
  requireOrder(query)
  const cursor = cursorOf('journal_entry', query.starting_after)
  const after = cursor && (await findJournalEntryNumber(pool, query.end_customer_id, cursor))
  if (cursor && after === null) throw unknownCursor()
  const source_uuid = query.source_id === undefined ? null : (sourceUuid(query.source_id) ?? NO_UUID)
  const rows = await listJournalEntries(pool, { ...query, limit, source_uuid }, after as bigint | null)
  return presentPage('journal_entry_list', rows, limit, presentJournalEntry)
}

function requireOrder({ from_date, to_date }: JournalEntryQuery): void {
  if (from_date === undefined || to_date === undefined || from_date <= to_date) return
  const message = `from_date ${from_date} is after to_date ${to_date}.`
  throw new ApiError('invalid_request', message, [{ pointer: '/from_date', code: 'out_of_range', message }])
}
