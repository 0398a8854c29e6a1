import type { oneQuery } from '../../contract/facts/source-facts.ts'
import type { journalEntry, journalEntryList, journalEntryQuery } from '../../contract/journal/journal-entries.ts'
import { reads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const journalCalls = {
  listJournalEntries: reads<typeof journalEntryQuery, typeof journalEntryList>('/v1/journal-entries'),
  getJournalEntry: reads<typeof oneQuery, typeof journalEntry, 'journal_entry_id'>('/v1/journal-entries/:journal_entry_id'),
} as const
