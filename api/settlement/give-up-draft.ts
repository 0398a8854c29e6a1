import { enqueueAwaiting } from '../../shared/queue/enqueue-awaiting.ts'
import { findChangedBankEntries } from '../../shared/store/bank/uses/bank-entry-uses.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { appendEvents, bankEntryChanged, type NewEvent, plainEvent } from '../../shared/store/platform/events.ts'
import { cancelIntents } from '../../shared/store/settlement/intents.ts'
import type { LockedSubjects } from '../../shared/store/settlement/lock-subjects.ts'
import type { ApiDeps } from '../http/api-deps.ts'

type Draft = Pick<NewEvent, 'end_customer_id' | 'subject_type' | 'subject_id'>

/** What differs between the drafts of allocations and of settlements. */
type GivingUp = {
  /** Gives back what the draft had reserved. */
  readonly release: () => Promise<void>
  readonly event_type: 'allocation.reversed' | 'settlement.reversed'
}

/**
 * Gives up a draft, which has booked nothing: nobody posts it any more, what it had reserved is free, and facts that wait
 * for that are tried again. It comes last in its transaction, which holds the ledger head.
 *
 * @param locked everything that the draft names
 */
export async function giveUpDraft(
  tx: Tx,
  deps: ApiDeps,
  draft: Draft,
  locked: LockedSubjects,
  { release, event_type }: GivingUp,
): Promise<void> {
  const { end_customer_id, subject_id } = draft
  await cancelIntents(tx, end_customer_id, subject_id)
  await release()
  await enqueueAwaiting(tx, deps.boss, end_customer_id, locked)
  const bank_entries = await findChangedBankEntries(tx, end_customer_id, [subject_id], [])
  const freed = bank_entries.map((entry_id) => bankEntryChanged(end_customer_id, entry_id))
  await appendEvents(tx, [plainEvent(draft, event_type), ...freed])
}
