import { journalEntry, journalEntryList } from '../../shared/contract/journal/journal-entries.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const journalOperations = {
  listJournalEntries: { response: journalEntryList, summary: 'Posted entries in the order of the journal' },
  getJournalEntry: { response: journalEntry, summary: 'One posted entry with its hash and the hash before it' },
} as const satisfies Operations
