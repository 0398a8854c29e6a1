import { createHash } from 'node:crypto'
import { isBooked } from '../camt053/bank-entry/bank-entry.ts'
import { hashOfBankEntry } from '../camt053/bank-entry/canonical-bank-entry.ts'
import { isReturned } from '../camt053/bank-entry/incoming-payments.ts'
import { publicId } from '../process/ids.ts'
import { readChunks } from '../store/bank/camt053-imports.ts'
import type { Db } from '../store/db/database.ts'
import { type KeptBankEntry, listKeptFiles, readKeptBankEntries } from '../store/verify/bank-entries.ts'
import type { Report } from './verify-chain.ts'

/** Verifies the files of the bank as they came, and every bank entry as it was read from them. */
export async function verifyBank(db: Db, end_customer_id: string, report: Report, progress: (count: number) => void) {
  for (const { import_id, file_sha256 } of await listKeptFiles(db, end_customer_id)) {
    const found = await hashOfKeptFile(db, end_customer_id, import_id)
    if (found !== file_sha256)
      report('the bank statement is as it came', `import ${publicId('camt053_import', import_id)}`, file_sha256, found)
  }
  for await (const bankEntries of readKeptBankEntries(db, end_customer_id)) {
    for (const bankEntry of bankEntries) verifyBankEntry(bankEntry, report)
    progress(bankEntries.length)
  }
}

export async function hashOfKeptFile(db: Db, end_customer_id: string, import_id: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of readChunks(db, { end_customer_id, import_id })) hash.update(bytes)
  return hash.digest('hex')
}

/** Settlements and payments read columns beside the entry; the hash covers everything in the entry itself. */
function verifyBankEntry(
  { entry_id, canonical_entry_hash, account, occurrence, rule_version, entry, ...kept }: KeptBankEntry,
  report: Report,
) {
  const { amount_minor, currency, credit_debit, booking_date, reversal } = entry
  const read = [amount_minor, currency, credit_debit, booking_date, reversal, isBooked(entry)]
  const { is_reversal, is_booked, says_return } = kept
  const columns = [kept.amount_minor, kept.currency, kept.credit_debit, kept.booking_date, is_reversal, is_booked]
  if (says_return !== null) {
    read.push(entry.tx_details.some(isReturned))
    columns.push(says_return)
  }
  const expected = [canonical_entry_hash, ...columns].join(', ')
  const found = [hashOfBankEntry(account, entry, occurrence, rule_version), ...read].join(', ')
  if (found !== expected)
    report('a bank entry is as it was read', `bank entry ${publicId('camt053_entry', entry_id)}`, expected, found)
}
