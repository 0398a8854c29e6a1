import { enqueue } from '../../shared/queue/enqueue.ts'
import { enqueueAwaiting } from '../../shared/queue/enqueue-awaiting.ts'
import { findChangedBankEntries } from '../../shared/store/bank/uses/bank-entry-uses.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { appendEvents, bankEntryChanged, type NewEvent, plainEvent } from '../../shared/store/platform/events.ts'
import type { GivenBack } from '../../shared/store/settlement/given-back.ts'
import { cancelIntents } from '../../shared/store/settlement/intents.ts'
import type { LockedSubjects } from '../../shared/store/settlement/lock-subjects.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { inUse, requireRoom } from './require-worth.ts'

type Draft = Pick<NewEvent, 'end_customer_id' | 'subject_type' | 'subject_id'>

/** What differs between the drafts of allocations and of settlements. */
type GivingUp = {
  /** What the draft had reserved, and what gives it back. */
  readonly given: readonly GivenBack[]
  readonly release: () => Promise<void>
  readonly event_type: 'allocation.reversed' | 'settlement.reversed'
}

/**
 * Gives up a draft, which has booked nothing: nobody posts it any more, what it had reserved is free, and facts that wait
 * for that are tried again. It comes last in its transaction, which holds the ledger head.
 *
 * @param locked everything that the draft names
 * @throws ApiError state_conflict where the books are odd: what it would free could not have the amount
 */
export async function giveUpDraft(
  tx: Tx,
  deps: ApiDeps,
  draft: Draft,
  locked: LockedSubjects,
  { given, release, event_type }: GivingUp,
): Promise<void> {
  const { end_customer_id, subject_id } = draft
  await requireSoundItems(tx, end_customer_id, given)
  await cancelIntents(tx, end_customer_id, subject_id)
  await release().catch(nameTheFault)
  await enqueueAwaiting(tx, deps.boss, end_customer_id, locked)
  const bank_entries = await findChangedBankEntries(tx, end_customer_id, [subject_id], [])
  // Its payment may be replaced by details that came while it was used.
  if (bank_entries.length > 0)
    await enqueue(tx, deps.boss, 'settlement.match', [
      { data: { end_customer_id }, options: { singletonKey: end_customer_id } },
    ])
  const freed = bank_entries.map((entry_id) => bankEntryChanged(end_customer_id, entry_id))
  await appendEvents(tx, [plainEvent(draft, event_type), ...freed])
}

/** What a draft reserves is booked nowhere: the items are sound if they have room without getting anything. */
function requireSoundItems(tx: Tx, end_customer_id: string, given: readonly GivenBack[]): Promise<void> {
  return requireRoom(
    tx,
    end_customer_id,
    given.map((one) => ({ ...one, amount_minor: 0n, base_minor: 0n })),
  )
}

/** What the last lines of the database say of amounts that are given back. */
const FAULTS: Readonly<Record<string, string>> = {
  open_items_open: 'One of its open items would have more than it was opened with.',
  payments_open: 'Its payment would have more left than it came with.',
  camt053_entries_used: 'Less of its bank entry is used than it would free.',
}

function nameTheFault(error: unknown): never {
  const { constraint } = error as { constraint?: unknown }
  const fault = typeof constraint === 'string' ? FAULTS[constraint] : undefined
  throw fault ? inUse(`${fault} Verify the ledger: its books are odd.`) : error
}
