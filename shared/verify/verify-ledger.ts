import type { Db } from '../store/db/database.ts'
import { listSubtrees } from '../store/proof/subtrees.ts'
import { listStampsOfLedger } from '../store/proof/time-stamps.ts'
import { findLedgerHead, findSetFindings, readFactHashes, readJournal } from '../store/verify/journal.ts'
import { verifyBank } from './verify-bank.ts'
import { verifyBooks } from './verify-books.ts'
import { type Last, NO_JOURNAL_ENTRY, type Report, verifyFact, verifyHead, verifyJournalEntry } from './verify-chain.ts'
import { verifyClosings } from './verify-closings.ts'
import { verifyFilings } from './verify-filings.ts'
import { verifyNotifications } from './verify-notifications.ts'
import { verifyOrders } from './verify-orders.ts'
import { verifyReductions, verifyTransferredRests } from './verify-reductions.ts'
import { checksTokens, type StampsAlong, type TokenCheck, verifyStamps } from './verify-stamps.ts'

/** A difference between a row and what it must be, in the words of the operator that has to look after it. */
export type VerificationFinding = {
  end_customer_id: string
  check: string
  subject: string
  expected: string
  found: string
}

const PAGE = 1_000
/** Journal entries, facts and bank entries of a small ledger at most. */
const SMALL = 2_000

/**
 * Recomputes the books of one end customer from their rows: numbers, balances, hash chain and head of the journal,
 * stamps, hashes of the facts, files and entries of the bank, and by SQL over sets the links between facts and entries, open
 * items, payments, events and statement tables.
 *
 * @param progress called with the number of journal entries, facts and bank entries verified since the last call
 * @param checkToken one for all ledgers, whose stamps are the same
 */
export async function verifyLedger(
  db: Db,
  end_customer_id: string,
  progress: (count: number) => void,
  checkToken: TokenCheck = checksTokens(null),
): Promise<VerificationFinding[]> {
  let size = 0
  const count = (more: number) => {
    size += more
    progress(more)
  }
  const findings: VerificationFinding[] = []
  const report = (check: string, subject: string, expected: unknown, found: unknown) =>
    findings.push({ end_customer_id, check, subject, expected: String(expected), found: String(found) })
  const [stamps, subtrees] = [await listStampsOfLedger(db, end_customer_id), await listSubtrees(db, end_customer_id)]
  const along = verifyStamps({ stamps, subtrees }, checkToken, report)
  const last = await verifyChain(db, end_customer_id, along, report, count)
  along.end()
  const head = await findLedgerHead(db, end_customer_id)
  verifyHead(head, last, report)
  await verifyFactHashes(db, end_customer_id, report, count)
  await verifyBank(db, end_customer_id, report, count)
  await verifyNotifications(db, end_customer_id, report, count)
  await verifyClosings(db, end_customer_id, report)
  await verifyFilings(db, end_customer_id, report)
  await verifyOrders(db, end_customer_id, report)
  await verifyReductions(db, end_customer_id, report)
  await verifyTransferredRests(db, end_customer_id, report)
  await verifyBooks(db, end_customer_id, report)
  for (const { check, subject, expected, found } of await findSetFindings(db, end_customer_id, size <= SMALL)) {
    report(check, subject, expected, found)
  }
  return findings
}

async function verifyChain(
  db: Db,
  end_customer_id: string,
  along: StampsAlong,
  report: Report,
  progress: (count: number) => void,
): Promise<Last> {
  let last = NO_JOURNAL_ENTRY
  for await (const journalEntry of readJournal(db, end_customer_id)) {
    verifyJournalEntry(journalEntry, last, report)
    along.append(journalEntry.entry_hash)
    last = journalEntry
    progress(1)
  }
  return last
}

async function verifyFactHashes(db: Db, end_customer_id: string, report: Report, progress: (count: number) => void) {
  let after: string | null = null
  do {
    const facts = await readFactHashes(db, end_customer_id, after, PAGE)
    for (const fact of facts) verifyFact(fact, report)
    progress(facts.length)
    after = facts.length === PAGE ? (facts.at(-1)?.source_fact_id ?? null) : null
  } while (after !== null)
}
