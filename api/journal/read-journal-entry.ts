import { findJournalEntry } from '../../shared/store/journal/journal-entries.ts'
import { readOne } from '../http/subject.ts'
import { presentJournalEntry } from './present-journal-entry.ts'

/** One journal entry with its proof: its hash and the hash before it. */
export const readJournalEntry = readOne('journal_entry', 'journal_entry_id', findJournalEntry, presentJournalEntry)
