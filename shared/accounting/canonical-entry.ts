import { canonicalJson, type Json } from './canonical-json.ts'
import type { EntryType, JournalLine } from './journal-entry.ts'

/** Everything that an entry says, in the words of the journal; this and nothing else is what its hash covers. */
export type JournalEntry = {
  readonly end_customer_id: string
  readonly entry_number: bigint
  readonly journal_entry_id: string
  readonly fiscal_year_id: string
  readonly posting_date: string
  readonly document_date: string
  readonly description: string
  readonly source_type: string
  readonly source_id: string
  readonly source_snapshot: Json
  readonly entry_type: EntryType
  readonly reversal_of: string | null
  readonly rule_version: number
  readonly actor_id: string
  readonly request_id: string
  readonly currency: string
  /** ISO 8601, UTC, milliseconds. */
  readonly posted_at: string
  readonly previous_hash: string
  readonly lines: readonly JournalLine[]
}

/**
 * The RFC 8785 text of an entry and of the hash before it; its SHA-256 is the entry's hash. Amounts are integers in
 * minor units, ids are UUIDs, a line's position is its number. A member that came later (entry_type, text of a line) is
 * part of the text only where it says something, so that older entries keep their hashes.
 */
export function canonicalEntry({ entry_type, ...entry }: JournalEntry): string {
  return canonicalJson({
    ...entry,
    ...(entry_type === 'standard' ? {} : { entry_type }),
    entry_number: exact(entry.entry_number),
    lines: entry.lines.map((line) => ({
      account_code: line.account_code,
      debit_minor: exact(line.debit_minor),
      credit_minor: exact(line.credit_minor),
      transaction_currency: line.transaction_currency,
      transaction_minor: exact(line.transaction_minor),
      rate_e8: line.rate_e8 === null ? null : exact(line.rate_e8),
      tax: line.tax,
      ...(line.text === null ? {} : { text: line.text }),
    })),
  })
}

/** RFC 8785 writes numbers as ECMAScript does, so an integer beyond 2^53 is written as text. */
function exact(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}
