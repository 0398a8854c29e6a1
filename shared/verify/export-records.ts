import type { StoredEntry } from '../store/verify.ts'

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
type Text<T> = { [K in keyof T]: T[K] extends bigint ? string : T[K] extends bigint | null ? string | null : T[K] }
export type EntryText = Omit<Text<StoredEntry>, 'lines'> & { lines: Text<StoredEntry['lines'][number]>[] }

export function entryAsText(entry: StoredEntry): string {
  return JSON.stringify(entry, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

/** @throws SyntaxError for an amount that is no integer */
export function entryFromText({ lines, ...entry }: EntryText): StoredEntry {
  return {
    ...entry,
    entry_number: BigInt(entry.entry_number),
    total_minor: BigInt(entry.total_minor),
    lines: lines.map((line) => ({
      ...line,
      debit_minor: BigInt(line.debit_minor),
      credit_minor: BigInt(line.credit_minor),
      transaction_minor: BigInt(line.transaction_minor),
      rate_e8: line.rate_e8 === null ? null : BigInt(line.rate_e8),
    })),
  }
}
