import { createHash } from 'node:crypto'
import { parseWithIntegers } from '../store/db/json.ts'
import { STAMPS_TABLE } from '../store/verify/export.ts'
import { type ExportRecord, journalEntryFromText } from './export-records.ts'
import { collectStamps } from './exported-stamps.ts'
import {
  type FactHash,
  NO_JOURNAL_ENTRY,
  type Report,
  verifyFact,
  verifyHead,
  verifyJournalEntry,
} from './verify-chain.ts'
import { checksTokens, type StampsAlong, type StampsOfLedger, type TokenCheck, verifyStamps } from './verify-stamps.ts'

type ExportHeader = Extract<ExportRecord, { record: 'export' }>

/**
 * Checks an export without a database: that it is whole and unchanged, that the journal's numbers, balances
 * and hash chain hold up to the ledger head, that its entries are those that were stamped, and that every fact is as it was
 * sent.
 *
 * @param lines without their line ends
 * @returns the end customer, how many journal entries were verified, how many of them a stamp covers, and the last hash
 */
export async function verifyExport(
  lines: AsyncIterable<string>,
  report: Report,
  checkToken: TokenCheck = checksTokens(null),
) {
  const journal = followJournal(report, checkToken)
  const headers: ExportHeader[] = []
  for await (const record of recordsOf(lines, report)) {
    if (record.record === 'export') headers.push(record)
    if (headers.length !== 1) report('the export has one header, and it comes first', 'export', 1, headers.length)
    verifyOwner(record, headers[0]?.end_customer_id, report)
    if (record.record === 'row') journal.takeRow(record.table, record.row)
    if (record.record === 'journal_entry') journal.append(record.entry)
  }
  const { last, entries, stamped_entries } = journal.end()
  const header = headers.at(-1)
  if (!header) report('the export has a header', 'line 1', 'a header', 'none')
  else verifyHead({ ...header, last_entry_number: BigInt(header.last_entry_number) }, last, report)
  const { entry_hash: last_entry_hash } = last
  return {
    end_customer_id: header?.end_customer_id ?? '',
    schema: header?.schema,
    entries,
    stamped_entries,
    last_entry_hash,
    pages_sha256: header?.pages_sha256,
  }
}

/** Whoever seals a file anew could put rows of somebody else into it, and an import would write them into books that are not its own. */
function verifyOwner(record: ExportRecord, owner: string | undefined, report: Report): void {
  const check = 'every row is of the end customer of the export'
  if (record.record === 'journal_entry') {
    const { end_customer_id, entry_number } = record.entry
    if (end_customer_id !== owner) report(check, `journal entry ${entry_number}`, owner, end_customer_id)
  }
  if (record.record === 'row' && record.table !== STAMPS_TABLE) {
    const { end_customer_id } = record.row
    if (end_customer_id !== owner) report(check, record.table, owner, end_customer_id)
  }
}

type JournalEntryRecord = Extract<ExportRecord, { record: 'journal_entry' }>

/** All rows come before the journal. */
function followJournal(report: Report, checkToken: TokenCheck) {
  const collected = collectStamps()
  let [last, entries] = [NO_JOURNAL_ENTRY, 0]
  let found: (StampsOfLedger & { along: StampsAlong }) | null = null
  const stamps = () => {
    if (found) return found
    const all = collected.all(report)
    found = { ...all, along: verifyStamps(all, checkToken, report) }
    return found
  }
  return {
    takeRow(table: string, row: Record<string, unknown>): void {
      if (table === 'source_facts') verifyFact(row as FactHash, report)
      collected.take(table, row)
    },
    append(entry: JournalEntryRecord['entry']): void {
      const journalEntry = journalEntryFromText(entry)
      verifyJournalEntry(journalEntry, last, report)
      stamps().along.append(journalEntry.entry_hash)
      last = journalEntry
      entries += 1
    },
    end() {
      stamps().along.end()
      return { last, entries, stamped_entries: Number(stamps().stamps.at(-1)?.entries ?? 0) }
    },
  }
}

/** The records before the end, which has to fit them. */
async function* recordsOf(lines: AsyncIterable<string>, report: Report): AsyncGenerator<ExportRecord> {
  const hash = createHash('sha256')
  let end: Extract<ExportRecord, { record: 'end' }> | null = null
  let count = 0
  for await (const line of lines) {
    if (end) report('the end is the last line', `line ${count + 2}`, 'nothing', 'more')
    const record = read(line, `line ${count + 1}`, report)
    if (record?.record === 'end') {
      end = record
      continue
    }
    hash.update(`${line}\n`)
    count += 1
    if (record) yield record
  }
  const found = hash.digest('hex')
  if (end?.lines !== count) report('all lines are there', 'export', end?.lines ?? 'an end', count)
  else if (end.sha256 !== found) report('the export is as it was written', 'export', end.sha256, found)
}

/** The members of an export whose integers may be larger than a number can hold. */
const TAX_AMOUNTS = ['base_minor', 'tax_minor']

function read(line: string, subject: string, report: Report): ExportRecord | null {
  try {
    return parseWithIntegers(line, TAX_AMOUNTS) as ExportRecord
  } catch (error) {
    report('every line is JSON', subject, 'JSON', error)
    return null
  }
}
