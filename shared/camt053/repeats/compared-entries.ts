import type { BankEntry } from '../bank-entry/bank-entry.ts'
import { hashOfBankEntry } from '../bank-entry/canonical-bank-entry.ts'
import { bankReferencesOf } from './bank-references.ts'
import type { DoubtfulEntry } from './merge-overlaps.ts'

/** A bank entry as it is kept; those of the first rule say their content and references only in what was read. */
type EntryToCompare = Omit<DoubtfulEntry, 'content' | 'references' | 'day'> & {
  readonly account: string
  readonly first_hash: string | null
  readonly bank_references: readonly string[] | null
  readonly booking_date: string | null
  readonly bank_entry: BankEntry | null
}

export function comparedEntryOf<Kept extends EntryToCompare>(row: Kept) {
  const { bank_entry, account, first_hash, bank_references, booking_date, ...others } = row
  return {
    ...others,
    content: first_hash ?? (bank_entry && hashOfBankEntry(account, bank_entry, 1)) ?? others.entry_id,
    references: bank_references ?? (bank_entry ? bankReferencesOf(bank_entry) : []),
    day: booking_date,
  }
}

/** The page of a bank statement that a key names. */
export function pageOfKey(key: string) {
  const [import_id = '', statement_number = ''] = key.split(':')
  return { import_id, statement_number: Number(statement_number) }
}
