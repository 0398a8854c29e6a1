import { joinReferencesOf } from '../../../shared/camt053/notifications/join-references.ts'
import {
  detailsMinorOf,
  hashOfDetails,
  hashOfNotified,
} from '../../../shared/camt053/notifications/notified-details.ts'
import type { ReadBankEntry } from '../../../shared/store/bank/insert-bank-entries.ts'
import type { NewNotification } from '../../../shared/store/bank/notifications/insert-notifications.ts'

/** Notifications of the bank entries of a file, in its order; equal ones are numbered, as they are several. */
export function createNotificationOf(): (read: ReadBankEntry) => NewNotification {
  const occurrences = new Map<string, number>()
  return ({ entry_id, statement_number, position, bank_account, first_hash, is_booked, bank_entry }) => {
    const content_hash = hashOfNotified(first_hash, bank_entry)
    const occurrence = (occurrences.get(content_hash) ?? 0) + 1
    occurrences.set(content_hash, occurrence)
    return {
      notification_id: entry_id,
      notification_number: statement_number,
      position,
      account: bank_account,
      is_booked,
      join_references: joinReferencesOf(bank_entry),
      details_minor: detailsMinorOf(bank_entry),
      details_hash: hashOfDetails(bank_entry),
      content_hash,
      occurrence,
      entry: bank_entry,
    }
  }
}
