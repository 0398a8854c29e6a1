import { createHash } from 'node:crypto'
import { isBooked } from '../camt053/bank-entry/bank-entry.ts'
import { hashOfBankEntry } from '../camt053/bank-entry/canonical-bank-entry.ts'
import { readChunks } from '../store/bank/camt053-imports.ts'
import type { Db } from '../store/db/database.ts'
import { type KeptBankEntry, listKeptFiles, readKeptBankEntries } from '../store/verify/bank-entries.ts'
import type { Report } from './verify-chain.ts'

/** The files of the bank as they came, and every booking as it was read from them. */
export async function verifyBank(db: Db, end_customer_id: string, report: Report, tell: (count: number) => void) {
  for (const { import_id, file_sha256 } of await listKeptFiles(db, end_customer_id)) {
    const hash = createHash('sha256')
    for await (const bytes of readChunks(db, { end_customer_id, import_id })) hash.update(bytes)
    const found = hash.digest('hex')
    if (found !== file_sha256) report('the bank statement is as it came', `import ${import_id}`, file_sha256, found)
  }
  for await (const entries of readKeptBankEntries(db, end_customer_id)) {
    for (const entry of entries) verifyBankEntry(entry, report)
    tell(entries.length)
  }
}

/** What counts with settlements and payments stands in columns of its own; the hash covers all that the bank said. */
function verifyBankEntry(
  { entry_id, canonical_entry_hash, account, occurrence, entry, ...kept }: KeptBankEntry,
  report: Report,
) {
  const { amount_minor, currency, credit_debit, booking_date, reversal } = entry
  const read = [amount_minor, currency, credit_debit, booking_date, reversal, isBooked(entry)]
  const { is_reversal, is_booked } = kept
  const columns = [kept.amount_minor, kept.currency, kept.credit_debit, kept.booking_date, is_reversal, is_booked]
  const expected = [canonical_entry_hash, ...columns].join(', ')
  const found = [hashOfBankEntry(account, entry, occurrence), ...read].join(', ')
  if (found !== expected) report('a booking of the bank is as it was read', `bank entry ${entry_id}`, expected, found)
}
