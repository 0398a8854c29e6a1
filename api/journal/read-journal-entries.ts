import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import type { JournalEntryQuery } from '../../shared/contract/journal/journal-entries.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { uuidOf } from '../../shared/process/ids.ts'
import { findEntryNumber, findJournalEntry, listJournalEntries } from '../../shared/store/journal/journal-entries.ts'
import { visibleTo } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, presentPage, unknownCursor } from '../http/page.ts'
import { presentJournalEntry } from './present-journal-entry.ts'
import { sourceUuid } from './source-id.ts'

/** Posted entries in the order of the journal, each with all of its lines. */
export async function readJournalEntries({ pool }: ApiDeps, { query }: ReadRequest<JournalEntryQuery>) {
  const limit = query.limit ?? 100
  requireOrder(query)
  const cursor = cursorOf('journal_entry', query.starting_after)
  const after = cursor && (await findEntryNumber(pool, query.end_customer_id, cursor))
  if (cursor && after === null) throw unknownCursor()
  const source_uuid = query.source_id === undefined ? null : sourceUuid(query.source_id)
  const isUnknown = query.source_id !== undefined && source_uuid === null
  const rows = isUnknown ? [] : await listJournalEntries(pool, { ...query, limit, source_uuid }, after as bigint | null)
  return presentPage('journal_entry_list', rows, limit, presentJournalEntry)
}

function requireOrder({ from_date, to_date }: JournalEntryQuery): void {
  if (from_date === undefined || to_date === undefined || from_date <= to_date) return
  const message = `from_date ${from_date} is after to_date ${to_date}.`
  throw new ApiError('invalid_request', message, [{ pointer: '/from_date', code: 'out_of_range', message }])
}

/** One entry with its proof: its hash and the hash before it. */
export async function readJournalEntry({ pool }: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const id = uuidOf('journal_entry', params.journal_entry_id ?? '')
  const entry = id && (await findJournalEntry(pool, id, visibleTo(caller, query.end_customer_id)))
  if (!entry) throw new ApiError('not_found', 'There is no such journal entry.')
  return presentJournalEntry(entry)
}
