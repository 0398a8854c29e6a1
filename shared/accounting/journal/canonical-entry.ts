import { type CanonicalValue, canonicalJson, canonicalString } from '../../canonical/canonical-json.ts'
import type { EntryType } from '../../contract/journal/journal-entries.ts'
import type { JournalLine } from './journal-entry.ts'

/** The content of an entry, in the words of the journal; its hash covers this and nothing else. */
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
  readonly source_snapshot: CanonicalValue
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

/** An entry without the parts that its place in the chain decides. */
export type NewJournalEntry = Omit<JournalEntry, 'entry_number' | 'previous_hash'>

/**
 * The RFC 8785 text of an entry and of the hash before it; its SHA-256 is the entry's hash. Amounts are integers in
 * minor units, ids are UUIDs, a line's position is its number. A member that came later (entry_type, text, open_item and tax_due of a line) is
 * part of the text only where it says something, so that older entries keep their hashes.
 *
 * The members stand here in the order that the RFC asks for. Sorting them for each entry took longer than its hash.
 */
export function canonicalEntry(entry: JournalEntry): string {
  const { entry_type, reversal_of } = entry
  const members = [
    `"actor_id":${canonicalString(entry.actor_id)}`,
    `"currency":${canonicalString(entry.currency)}`,
    `"description":${canonicalString(entry.description)}`,
    `"document_date":${canonicalString(entry.document_date)}`,
    `"end_customer_id":${canonicalString(entry.end_customer_id)}`,
    `"entry_number":${exact(entry.entry_number)}`,
    ...(entry_type === 'standard' ? [] : [`"entry_type":${canonicalString(entry_type)}`]),
    `"fiscal_year_id":${canonicalString(entry.fiscal_year_id)}`,
    `"journal_entry_id":${canonicalString(entry.journal_entry_id)}`,
    `"lines":[${entry.lines.map(canonicalLine).join(',')}]`,
    `"posted_at":${canonicalString(entry.posted_at)}`,
    `"posting_date":${canonicalString(entry.posting_date)}`,
    `"previous_hash":${canonicalString(entry.previous_hash)}`,
    `"request_id":${canonicalString(entry.request_id)}`,
    `"reversal_of":${reversal_of === null ? 'null' : canonicalString(reversal_of)}`,
    `"rule_version":${entry.rule_version}`,
    `"source_id":${canonicalString(entry.source_id)}`,
    `"source_snapshot":${canonicalJson(entry.source_snapshot)}`,
    `"source_type":${canonicalString(entry.source_type)}`,
  ]
  return `{${members.join(',')}}`
}

function canonicalLine(line: JournalLine): string {
  const members = [
    `"account_code":${canonicalString(line.account_code)}`,
    `"credit_minor":${exact(line.credit_minor)}`,
    `"debit_minor":${exact(line.debit_minor)}`,
    ...(line.open_item === null ? [] : [`"open_item":${canonicalJson(line.open_item as CanonicalValue)}`]),
    `"rate_e8":${line.rate_e8 === null ? 'null' : exact(line.rate_e8)}`,
    // All members that a frozen record has, whichever rules made it. Its amounts are digits, whatever their size.
    `"tax":${canonicalJson(line.tax)}`,
    ...(line.tax_due === undefined ? [] : [`"tax_due":${canonicalJson(line.tax_due)}`]),
    ...(line.text === null ? [] : [`"text":${canonicalString(line.text)}`]),
    `"transaction_currency":${canonicalString(line.transaction_currency)}`,
    `"transaction_minor":${exact(line.transaction_minor)}`,
  ]
  return `{${members.join(',')}}`
}

/** RFC 8785 writes numbers as ECMAScript does, so an integer beyond 2^53 is written as text. */
function exact(value: bigint): string {
  return Number.isSafeInteger(Number(value)) ? String(value) : `"${value}"`
}
