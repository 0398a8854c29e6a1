import { findChangedBankEntries } from '../../shared/store/bank/uses/bank-entry-uses.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { appendEvents, bankEntryChanged, type NewEvent, plainEvent } from '../../shared/store/platform/events.ts'

/** Reports that a draft was given up, and the bank entry that it had reserved. It comes last in its transaction. */
export async function announceGivenUp(
  tx: Tx,
  subject: Pick<NewEvent, 'end_customer_id' | 'subject_type' | 'subject_id'>,
  event_type: 'allocation.reversed' | 'settlement.reversed',
): Promise<void> {
  const { end_customer_id, subject_id } = subject
  const bank_entries = await findChangedBankEntries(tx, end_customer_id, [subject_id], [])
  const freed = bank_entries.map((entry_id) => bankEntryChanged(end_customer_id, entry_id))
  await appendEvents(tx, [plainEvent(subject, event_type), ...freed])
}
