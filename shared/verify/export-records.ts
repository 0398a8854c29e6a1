import { type LineText, lineFromText, type StoredJournalEntry } from '../store/verify/journal.ts'

/**
 * The lines of an export (gzip, one JSON object a line): a head, rows of every table, the journal entry by entry, and
 * an end that has the number and the SHA-256 of all the lines before it.
 */
export type ExportRecord =
  | {
      record: 'export'
      format: 1
      end_customer_id: string
      exported_at: string
      last_entry_number: string
      last_entry_hash: string
    }
  | { record: 'row'; table: string; row: Record<string, unknown> }
  | { record: 'journal_entry'; entry: EntryText }
  | { record: 'end'; lines: number; sha256: string }

/** Amounts and numbers are text. */
export type EntryText = Omit<StoredJournalEntry, 'entry_number' | 'total_minor' | 'lines'> & {
  entry_number: string
  total_minor: string
  lines: LineText[]
}

export function entryAsText(entry: StoredJournalEntry): string {
  return JSON.stringify(entry, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

/** @throws SyntaxError for an amount that is no integer */
export function entryFromText(entry: EntryText): StoredJournalEntry {
  return {
    ...entry,
    entry_number: BigInt(entry.entry_number),
    total_minor: BigInt(entry.total_minor),
    lines: entry.lines.map(lineFromText),
  }
}
