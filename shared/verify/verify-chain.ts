import { canonicalEntry, type JournalEntry } from '../accounting/journal/canonical-entry.ts'
import type { CanonicalValue } from '../canonical/canonical-json.ts'
import { hashOf, sha256Of } from '../canonical/hash.ts'
import { publicId } from '../process/ids.ts'
import type { StoredJournalEntry, StoredLedgerHead } from '../store/verify/journal.ts'

export type Report = (check: string, subject: string, expected: unknown, found: unknown) => void
export type Last = Pick<StoredJournalEntry, 'entry_number' | 'entry_hash'>

/** The place before the first entry of a journal. */
export const NO_JOURNAL_ENTRY: Last = { entry_number: 0n, entry_hash: '0'.repeat(64) }

/** Verifies a journal entry alone, and as the successor of the one before. */
export function verifyJournalEntry(journalEntry: StoredJournalEntry, last: Last, report: Report): void {
  const subject = `entry ${journalEntry.entry_number}`
  const expect = (check: string, expected: unknown, found: unknown) => {
    if (expected !== found) report(check, subject, expected, found)
  }
  const debit = journalEntry.lines.reduce((total, line) => total + line.debit_minor, 0n)
  const credit = journalEntry.lines.reduce((total, line) => total + line.credit_minor, 0n)
  expect('numbers are gapless', last.entry_number + 1n, journalEntry.entry_number)
  expect('debits equal credits', debit, credit)
  expect('the total is the sum of the debits', journalEntry.total_minor, debit)
  expect('all lines are there', journalEntry.line_count, journalEntry.lines.length)
  expect('the entry follows the one before', last.entry_hash, journalEntry.previous_hash)
  expect('the hash covers the entry', journalEntry.entry_hash, sha256Of(canonicalEntry(canonical(journalEntry))))
}

/** Exactly the members that were hashed when the entry was posted. */
function canonical({ line_count, total_minor, entry_hash, ...journalEntry }: StoredJournalEntry): JournalEntry {
  return journalEntry
}

/** Rows that were deleted at the end leave the ledger head pointing at nothing. */
export function verifyHead(head: StoredLedgerHead, last: Last, report: Report): void {
  if (head.last_entry_number !== last.entry_number) {
    report('the head is the last entry', 'ledger head', head.last_entry_number, last.entry_number)
  } else if (head.last_entry_hash !== last.entry_hash) {
    report('the head has the hash of the last entry', 'ledger head', head.last_entry_hash, last.entry_hash)
  }
}

export type FactHash = { readonly source_fact_id: string; readonly request: unknown; readonly request_hash: string }

export function verifyFact({ source_fact_id, request, request_hash }: FactHash, report: Report): void {
  const found = hashOf(request as CanonicalValue)
  if (found !== request_hash)
    report('the fact is as it was sent', `source fact ${publicId('source_fact', source_fact_id)}`, request_hash, found)
}
