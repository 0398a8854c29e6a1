import { canonicalEntry, type JournalEntry } from '../accounting/canonical-entry.ts'
import type { Json } from '../accounting/canonical-json.ts'
import { hashOf, sha256 } from '../hash.ts'
import type { Db } from '../store/database.ts'
import {
  findHead,
  findSetFindings,
  readEntries,
  readFactHashes,
  type StoredEntry,
  type VerifiedHead,
} from '../store/verify.ts'

/** Something that is not as it must be, in the words of whoever has to look after it. */
export type Finding = { end_customer_id: string; check: string; subject: string; expected: string; found: string }

const PAGE = 1_000

/**
 * Recomputes the books of one end customer from their rows: numbers, balances, hash chain and head of the journal,
 * hashes of the facts, and by SQL over sets the links between facts and entries, open items and statement tables.
 *
 * @param tell called with the number of entries and facts that have been looked at since the last call
 */
export async function verifyLedger(
  db: Db,
  end_customer_id: string,
  tell: (looked_at: number) => void,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const report = (check: string, subject: string, expected: unknown, found: unknown) =>
    findings.push({ end_customer_id, check, subject, expected: String(expected), found: String(found) })
  const last = await verifyChain(db, end_customer_id, report, tell)
  const head = await findHead(db, end_customer_id)
  verifyHead(head, last, report)
  await verifyFactHashes(db, end_customer_id, report, tell)
  for (const { check, subject, expected, found } of await findSetFindings(db, end_customer_id)) {
    report(check, subject, expected, found)
  }
  return findings
}

type Report = (check: string, subject: string, expected: unknown, found: unknown) => void
type Last = { entry_number: bigint; entry_hash: string }

async function verifyChain(
  db: Db,
  end_customer_id: string,
  report: Report,
  tell: (count: number) => void,
): Promise<Last> {
  let last: Last = { entry_number: 0n, entry_hash: '0'.repeat(64) }
  for (;;) {
    const entries = await readEntries(db, end_customer_id, last.entry_number, PAGE)
    for (const entry of entries) {
      verifyEntry(entry, last, report)
      last = entry
    }
    tell(entries.length)
    if (entries.length < PAGE) return last
  }
}

function verifyEntry(entry: StoredEntry, last: Last, report: Report): void {
  const subject = `entry ${entry.entry_number}`
  const expect = (check: string, expected: unknown, found: unknown) => {
    if (expected !== found) report(check, subject, expected, found)
  }
  const debit = entry.lines.reduce((total, line) => total + line.debit_minor, 0n)
  const credit = entry.lines.reduce((total, line) => total + line.credit_minor, 0n)
  expect('numbers are gapless', last.entry_number + 1n, entry.entry_number)
  expect('debits equal credits', debit, credit)
  expect('the total is the sum of the debits', entry.total_minor, debit)
  expect('all lines are there', entry.line_count, entry.lines.length)
  expect('the entry follows the one before', last.entry_hash, entry.previous_hash)
  expect('the hash covers the entry', entry.entry_hash, sha256(canonicalEntry(canonical(entry))))
}

/** Exactly the members that were hashed when the entry was posted. */
function canonical({ line_count, total_minor, entry_hash, ...entry }: StoredEntry): JournalEntry {
  return entry
}

/** Rows that were deleted at the end leave the head pointing at nothing. */
function verifyHead(head: VerifiedHead, last: Last, report: Report): void {
  if (head.last_entry_number !== last.entry_number) {
    report('the head is the last entry', 'ledger head', head.last_entry_number, last.entry_number)
  } else if (head.last_entry_hash !== last.entry_hash) {
    report('the head has the hash of the last entry', 'ledger head', head.last_entry_hash, last.entry_hash)
  }
}

async function verifyFactHashes(db: Db, end_customer_id: string, report: Report, tell: (count: number) => void) {
  let after: string | null = null
  do {
    const facts = await readFactHashes(db, end_customer_id, after, PAGE)
    for (const { source_fact_id, request, request_hash } of facts) {
      const found = hashOf(request as Json)
      if (found !== request_hash)
        report('the fact is as it was sent', `source fact ${source_fact_id}`, request_hash, found)
    }
    tell(facts.length)
    after = facts.length === PAGE ? (facts.at(-1)?.source_fact_id ?? null) : null
  } while (after !== null)
}
