import { uuidOf } from '../../shared/process/ids.ts'
import { enqueue } from '../../shared/queue/enqueue.ts'
import { enqueueAwaiting } from '../../shared/queue/enqueue-awaiting.ts'
import { type BankEntryRow, findBankEntry } from '../../shared/store/bank/bank-entries.ts'
import type { JoinedNotifications } from '../../shared/store/bank/notifications/join-notifications.ts'
import { type LockedBankEntry, lockBankEntry } from '../../shared/store/bank/uses/locked-bank-entries.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { appendEvents, bankEntryChanged } from '../../shared/store/platform/events.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { findSubjectOfCustomer } from '../http/subject.ts'
import { presentBankEntry } from './present-bank-entry.ts'

/** The bank entry of the path, locked. */
export function lockBankEntryOfPath(
  tx: Tx,
  { end_customer_id, params }: Pick<MutatingRequest<unknown>, 'end_customer_id' | 'params'>,
): Promise<LockedBankEntry> {
  return findSubjectOfCustomer('camt053_entry', params.entry_id, (id) => lockBankEntry(tx, end_customer_id, id))
}

/** Those of a pair in the order of their ids, however the request names them. */
export async function lockPair(tx: Tx, end_customer_id: string, ids: readonly (string | null)[]) {
  const locked = new Map<string, LockedBankEntry>()
  for (const id of ids.flatMap((one) => one ?? []).sort()) {
    const found = await lockBankEntry(tx, end_customer_id, id)
    if (found) locked.set(id, found)
  }
  return locked
}

export function entryIdOf(public_id: string): string | null {
  return uuidOf('camt053_entry', public_id)
}

/**
 * Announces bank entries that a command has changed, and answers with the first. Facts that waited for them are tried.
 *
 * @param details that notifications have brought to others by it
 */
export async function answerChanged(
  tx: Tx,
  { boss }: Pick<ApiDeps, 'boss'>,
  end_customer_id: string,
  entry_ids: readonly [string, ...string[]],
  details: JoinedNotifications = { entry_ids: [], events: [] },
) {
  await enqueue(tx, boss, 'settlement.match', [
    { data: { end_customer_id }, options: { singletonKey: end_customer_id } },
  ])
  await enqueueAwaiting(tx, boss, end_customer_id, { items: [], bank_entries: [...entry_ids, ...details.entry_ids] })
  const changes = entry_ids.map((entry_id) => bankEntryChanged(end_customer_id, entry_id))
  await appendEvents(tx, [...changes, ...details.events])
  const changed = (await findBankEntry(tx, entry_ids[0], [end_customer_id])) as BankEntryRow
  return { body: presentBankEntry(changed) }
}
