import { oneQuery } from '../../shared/contract/facts/source-facts.ts'
import { journalEntryQuery } from '../../shared/contract/journal/journal-entries.ts'
import { get, routes } from '../http/route.ts'
import { JOURNAL_FORMATS } from './export-journal.ts'
import { journalOperations } from './operations.ts'
import { readEntryPage } from './read-entry-page.ts'
import { readFirstEntries, readJournalEntries } from './read-journal-entries.ts'
import { readJournalEntry } from './read-journal-entry.ts'

// biome-ignore format: one line for each endpoint
export const journalRoutes = routes(journalOperations, {
  listJournalEntries: get('/v1/journal-entries', journalEntryQuery, readJournalEntries, { formats: JOURNAL_FORMATS, shown: readFirstEntries, cost: 'expensive', in_pieces: true }),
  getJournalEntry: get('/v1/journal-entries/:journal_entry_id', oneQuery, readJournalEntry, { shown: readEntryPage }),
})
