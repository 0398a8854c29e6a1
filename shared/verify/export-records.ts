import { amountsAsText } from '../store/db/json.ts'
import { type JournalLineJson, lineFromJson, taxAsJson } from '../store/journal/journal-lines.ts'
import type { StoredJournalEntry } from '../store/verify/journal.ts'

/**
 * The lines of an export (gzip, one JSON object a line): a header, rows of every table, the journal entries, and
 * an end with the number and the SHA-256 of all the lines before it.
 */
export type ExportRecord =
  | {
      record: 'export'
      format: 1
      end_customer_id: string
      exported_at: string
      /** How many migrations the database had; not in the files of the first release, which had 22. */
      schema?: number
      last_entry_number: string
      last_entry_hash: string
      /** Of an audit package: the hash of the files beside the ledger. */
      pages_sha256?: string
    }
  | { record: 'row'; table: string; row: Record<string, unknown> }
  | { record: 'journal_entry'; entry: JournalEntryText }
  | { record: 'end'; lines: number; sha256: string }

/** Amounts and numbers are text. */
export type JournalEntryText = Omit<StoredJournalEntry, 'entry_number' | 'total_minor' | 'lines'> & {
  entry_number: string
  total_minor: string
  lines: JournalLineJson[]
}

export function journalEntryAsText(journalEntry: StoredJournalEntry): string {
  const { lines, ...header } = journalEntry
  const texts: object = amountsAsText<object>(header)
  return JSON.stringify({
    ...texts,
    lines: lines.map((line) => ({ ...amountsAsText(line), tax: taxAsJson(line.tax) })),
  })
}

/** @throws SyntaxError for an amount that is not an integer */
export function journalEntryFromText(journalEntry: JournalEntryText): StoredJournalEntry {
  return {
    ...journalEntry,
    entry_number: BigInt(journalEntry.entry_number),
    total_minor: BigInt(journalEntry.total_minor),
    lines: journalEntry.lines.map(lineFromJson),
  }
}
