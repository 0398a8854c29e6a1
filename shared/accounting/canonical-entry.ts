import { canonicalJson, type Json } from './canonical-json.ts'
import type { JournalLine } from './journal-entry.ts'

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
 * minor units, ids are UUIDs, a line's position is its number.
 */
export function canonicalEntry(entry: JournalEntry): string {
  return canonicalJson({
    ...entry,
    entry_number: Number(entry.entry_number),
    lines: entry.lines.map((line) => ({
      account_code: line.account_code,
      debit_minor: Number(line.debit_minor),
      credit_minor: Number(line.credit_minor),
      transaction_currency: line.transaction_currency,
      transaction_minor: Number(line.transaction_minor),
      rate_e8: line.rate_e8 === null ? null : Number(line.rate_e8),
      tax: line.tax,
    })),
  })
}
