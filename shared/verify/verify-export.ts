import { createHash } from 'node:crypto'
import { parseWithIntegers } from '../store/db/json.ts'
import { type ExportRecord, journalEntryFromText } from './export-records.ts'
import {
  type FactHash,
  NO_JOURNAL_ENTRY,
  type Report,
  verifyFact,
  verifyHead,
  verifyJournalEntry,
} from './verify-chain.ts'

/**
 * Checks an export without a database: that it is whole and unchanged, that the journal's numbers, balances
 * and hash chain hold up to the ledger head, and that every fact is as it was sent.
 *
 * @param lines without their line ends
 * @returns the end customer, and how many journal entries were verified
 */
export async function verifyExport(lines: AsyncIterable<string>, report: Report) {
  const hash = createHash('sha256')
  let header: Extract<ExportRecord, { record: 'export' }> | null = null
  let end: Extract<ExportRecord, { record: 'end' }> | null = null
  let last = NO_JOURNAL_ENTRY
  let count = 0
  let entries = 0
  for await (const line of lines) {
    if (end) report('the end is the last line', `line ${count + 2}`, 'nothing', 'more')
    const record = read(line, `line ${count + 1}`, report)
    if (record?.record === 'end') end = record
    else {
      hash.update(`${line}\n`)
      count += 1
    }
    if (record?.record === 'export') header = record
    if (record?.record === 'row' && record.table === 'source_facts') verifyFact(record.row as FactHash, report)
    if (record?.record !== 'journal_entry') continue
    const journalEntry = journalEntryFromText(record.entry)
    verifyJournalEntry(journalEntry, last, report)
    last = journalEntry
    entries += 1
  }
  if (!header) report('the export has a header', 'line 1', 'a header', 'none')
  else verifyHead({ ...header, last_entry_number: BigInt(header.last_entry_number) }, last, report)
  const found = hash.digest('hex')
  if (end?.lines !== count) report('all lines are there', 'export', end?.lines ?? 'an end', count)
  else if (end.sha256 !== found) report('the export is as it was written', 'export', end.sha256, found)
  return { end_customer_id: header?.end_customer_id ?? '', entries }
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
