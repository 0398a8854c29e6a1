import { setImmediate as nextTurn } from 'node:timers/promises'
import { findJournalEntry } from '../../shared/store/journal/journal-entries.ts'
import { readOne } from '../http/subject.ts'
import { presentJournalEntry } from './present-journal-entry.ts'

/** One journal entry with its proof: its hash and the hash before it. */
export const readJournalEntry = readOne('journal_entry', 'journal_entry_id', findInTurn, presentJournalEntry)

/** One of a thousand lines takes some milliseconds to be read, to be presented, and to be written: each has a turn. */
async function findInTurn(...which: Parameters<typeof findJournalEntry>) {
  const entry = await findJournalEntry(...which)
  await nextTurn()
  return entry
}
