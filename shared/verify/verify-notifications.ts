import { isBooked } from '../camt053/bank-entry/bank-entry.ts'
import { hashOfBankEntry } from '../camt053/bank-entry/canonical-bank-entry.ts'
import { creditsIn, type IncomingPayment, incomingPayments } from '../camt053/bank-entry/incoming-payments.ts'
import {
  detailKeys,
  detailsMinorOf,
  hashOfDetails,
  hashOfNotified,
  splitDetailsOf,
} from '../camt053/notifications/notified-details.ts'
import { publicId } from '../process/ids.ts'
import { readJoinedDetails } from '../store/bank/notifications/joined-details.ts'
import type { Db } from '../store/db/database.ts'
import {
  type KeptNotification,
  listKeptNotificationFiles,
  readCompletedEntries,
  readKeptNotifications,
} from '../store/verify/notifications.ts'
import { hashOfKeptFile } from './verify-bank.ts'
import type { Report } from './verify-chain.ts'

/** Verifies notifications as they were read, and counts the payments that their details are anew. */
export async function verifyNotifications(
  db: Db,
  end_customer_id: string,
  report: Report,
  progress: (count: number) => void,
): Promise<void> {
  for (const { import_id, file_sha256 } of await listKeptNotificationFiles(db, end_customer_id)) {
    const found = await hashOfKeptFile(db, end_customer_id, import_id)
    if (found !== file_sha256)
      report('the notification is as it came', `import ${publicId('camt054_import', import_id)}`, file_sha256, found)
  }
  for await (const notifications of readKeptNotifications(db, end_customer_id)) {
    for (const notification of notifications) verifyNotification(notification, report)
    progress(notifications.length)
  }
  for await (const { entry_id, entry, payments } of readCompletedEntries(db, end_customer_id)) {
    const tx_details = await readJoinedDetails(db, end_customer_id, entry_id)
    const [paid, told, before] = [
      payments,
      incomingPayments({ ...entry, tx_details }).map(inWords),
      creditsIn({ ...entry, tx_details }).map(inWords),
    ].map((texts) =>
      texts
        .map((text) => text.trim())
        .sort()
        .join('; '),
    )
    if (paid !== told && paid !== before)
      report(
        'details are the payments of their bank entry',
        `bank entry ${publicId('camt053_entry', entry_id)}`,
        told,
        paid,
      )
  }
}

function inWords({ amount_minor, debtor_name, payment_references }: IncomingPayment): string {
  return [amount_minor, debtor_name, ...payment_references].filter((said) => said !== null).join(' ')
}

function verifyNotification(
  { notification_id, account, entry, content_hash, details_hash, ...kept }: KeptNotification,
  report: Report,
): void {
  const { amount_minor, currency, credit_debit, booking_date, value_date, reversal } = entry
  const keys = detailKeys(splitDetailsOf(entry))
  const { is_booked, is_reversal, day } = kept
  const columns = [kept.details_minor, day, kept.amount_minor, kept.currency, kept.credit_debit, is_booked, is_reversal]
  const read = [detailsMinorOf(entry), booking_date ?? value_date, amount_minor, currency, credit_debit]
  const expected = [content_hash, details_hash, ...columns].join(', ')
  const found = [
    hashOfNotified(hashOfBankEntry(account, entry, 1), entry, keys),
    // What came before it was kept has none.
    details_hash === null ? null : hashOfDetails(entry, keys),
    ...read,
    isBooked(entry),
    reversal,
  ].join(', ')
  if (found !== expected)
    report(
      'a notification is as it was read',
      `notification ${publicId('camt054_entry', notification_id)}`,
      expected,
      found,
    )
}
