import { joinReferencesOf } from '../../../shared/camt053/notifications/join-references.ts'
import {
  detailKeysInSteps,
  detailsMinorOf,
  hashOfDetails,
  hashOfNotified,
  splitDetailsOf,
} from '../../../shared/camt053/notifications/notified-details.ts'
import type { ReadBankEntry } from '../../../shared/store/bank/insert-bank-entries.ts'
import type { NewNotification } from '../../../shared/store/bank/notifications/insert-notifications.ts'

/** Notifications of the bank entries of a file, in its order; equal ones are numbered, as they are several. */
export function createNotificationsOf(): (batch: readonly ReadBankEntry[]) => Generator<void, NewNotification[]> {
  const occurrences = new Map<string, number>()
  return function* (batch) {
    const made: NewNotification[] = []
    for (const { entry_id, statement_number, position, bank_account, first_hash, is_booked, bank_entry } of batch) {
      // Both hashes are made of these.
      const keys = yield* detailKeysInSteps(splitDetailsOf(bank_entry))
      const content_hash = hashOfNotified(first_hash, bank_entry, keys)
      const occurrence = (occurrences.get(content_hash) ?? 0) + 1
      occurrences.set(content_hash, occurrence)
      made.push({
        notification_id: entry_id,
        notification_number: statement_number,
        position,
        account: bank_account,
        is_booked,
        join_references: joinReferencesOf(bank_entry),
        details_minor: detailsMinorOf(bank_entry),
        details_hash: hashOfDetails(bank_entry, keys),
        content_hash,
        occurrence,
        entry: bank_entry,
      })
    }
    return made
  }
}
