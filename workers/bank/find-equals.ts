import { hashOfBankEntry } from '../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import { bankReferencesOf } from '../../shared/camt053/repeats/bank-references.ts'
import type { Equals } from '../../shared/camt053/repeats/decide-repeats.ts'
import type { ReadBankEntry } from '../../shared/store/bank/insert-bank-entries.ts'
import {
  findEqualBankEntries,
  findLastOccurrences,
  findOlderBankEntries,
  MOST_EQUALS,
} from '../../shared/store/bank/repeats/equal-bank-entries.ts'
import type { Db } from '../../shared/store/db/database.ts'

/** Up to which occurrence the bank statement that is read has all of a content already. */
export type TakenUpTo = ReadonlyMap<string, number>

type KeptEntry = Equals['kept'][number]
type Found = { readonly kept: KeptEntry[]; last_occurrence: number; hasMore: boolean }

/** What a bank entry is looked up by. */
type Content = Pick<ReadBankEntry, 'first_hash'> & {
  readonly bank_entry: Pick<ReadBankEntry['bank_entry'], 'booking_date' | 'amount_minor'>
}

/** The kept bank entries that have the content of those that are read, under every rule that has rows. */
export async function findEquals(
  db: Db,
  end_customer_id: string,
  batch: readonly Content[],
  takenUpTo: TakenUpTo,
  hasOlder: boolean,
): Promise<Map<string, Equals>> {
  const hashes = [...new Set(batch.map(({ first_hash }) => first_hash))]
  const wanted = hashes.map((first_hash) => ({ first_hash, after: takenUpTo.get(first_hash) ?? 0 }))
  const found = new Map<string, Found>(
    hashes.map((first_hash) => [first_hash, { kept: [], last_occurrence: 0, hasMore: false }]),
  )
  if (hasOlder) await addOlder(db, end_customer_id, batch, found)
  for (const equal of await findEqualBankEntries(db, end_customer_id, wanted)) {
    const { entry_id, occurrence, bank_references: references, statement_keys, is_undecided } = equal
    found.get(equal.first_hash)?.kept.push({ entry_id, occurrence, references, statement_keys, is_undecided })
  }
  for (const equals of found.values()) equals.hasMore = equals.kept.length >= MOST_EQUALS
  for (const { first_hash, occurrence } of await findLastOccurrences(db, end_customer_id, hashes)) {
    const equals = found.get(first_hash)
    if (equals) equals.last_occurrence = Math.max(equals.last_occurrence, occurrence)
  }
  return found
}

/** Their hash under the newest rule follows from what was read of them; it is kept nowhere. */
async function addOlder(
  db: Db,
  end_customer_id: string,
  batch: readonly Content[],
  found: ReadonlyMap<string, Found>,
): Promise<void> {
  const figures = new Map(
    batch.map(({ bank_entry: { booking_date, amount_minor } }) => [
      `${booking_date} ${amount_minor}`,
      { booking_date, amount_minor },
    ]),
  )
  for (const older of await findOlderBankEntries(db, end_customer_id, [...figures.values()])) {
    const { entry_id, account, occurrence, bank_entry, statement_keys } = older
    const equals = found.get(hashOfBankEntry(account, bank_entry, 1))
    if (!equals) continue
    const references = bankReferencesOf(bank_entry)
    equals.kept.push({ entry_id, occurrence: 0, references, statement_keys, is_undecided: false })
    equals.last_occurrence = Math.max(equals.last_occurrence, occurrence)
  }
}
