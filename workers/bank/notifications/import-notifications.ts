import { bankAccountKey } from '../../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import { CAMT054 } from '../../../shared/camt053/reader/message-type.ts'
import { inTurns } from '../../../shared/process/in-turns.ts'
import { withSmallHeap } from '../../../shared/process/small-heap.ts'
import { enqueueAwaiting } from '../../../shared/queue/enqueue-awaiting.ts'
import type { Jobs } from '../../../shared/queue/queues.ts'
import { requestMatching } from '../../../shared/queue/request-matching.ts'
import { createAccountOf, listBankAccounts } from '../../../shared/store/bank/accounts/bank-accounts.ts'
import {
  completeCamt054Import,
  lockReceivedCamt054Import,
  type ReceivedCamt054Import,
} from '../../../shared/store/bank/notifications/camt054-imports.ts'
import { insertNotifications } from '../../../shared/store/bank/notifications/insert-notifications.ts'
import { joinNotifications } from '../../../shared/store/bank/notifications/join-notifications.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { appendEvents, plainEvent } from '../../../shared/store/platform/events.ts'
import type { Job, JobResult, WorkerDeps } from '../../job.ts'
import { logOutcomes } from '../../platform/log-outcomes.ts'
import { importWhenFree } from '../import-when-free.ts'
import { readBankEntriesOfImport } from '../read-bank-entries.ts'
import { createNotificationsOf } from './notification-of.ts'

/** Imports the bank entries of received notifications, each once, and joins them to those of bank statements. */
export async function importNotifications(
  deps: WorkerDeps,
  jobs: readonly Job<Jobs['camt054.import']>[],
): Promise<JobResult[]> {
  const results: JobResult[] = []
  for (const job of jobs) {
    const { imported, result } = await withSmallHeap(() =>
      importWhenFree(deps, 'camt054.import', job, (tx) => importNotification(tx, deps, job.data)),
    )
    results.push(result)
    if (!imported) continue
    const { end_customer_id, import_id, request_id, actor_id, created_at } = imported
    const subject = {
      kind: 'camt054_import' as const,
      subject_id: import_id,
      end_customer_id,
      outcome: 'imported' as const,
    }
    const outcome = { ...subject, request_id, actor_id, accepted_at: created_at }
    logOutcomes(deps, 'camt054.import', [outcome], new Map([[import_id, job.id]]))
  }
  return results
}

/** @returns null where the import was completed before */
async function importNotification(
  tx: Tx,
  deps: WorkerDeps,
  { end_customer_id, import_id }: Jobs['camt054.import'],
): Promise<ReceivedCamt054Import | null> {
  const received = await lockReceivedCamt054Import(tx, end_customer_id, import_id)
  if (!received) return null
  const days = await saveNotifications(tx, received)
  const { entry_ids, events } = await joinNotifications(tx, end_customer_id, days, { import_id })
  await requestMatching(tx, deps, [end_customer_id])
  await enqueueAwaiting(tx, deps.boss, end_customer_id, { items: [], bank_entries: entry_ids })
  const subject = { end_customer_id, subject_type: 'camt054_import', subject_id: import_id } as const
  await appendEvents(tx, [plainEvent(subject, 'import.completed'), ...events])
  return received
}

/** @returns the days of the notifications */
async function saveNotifications(tx: Tx, received: ReceivedCamt054Import): Promise<string[]> {
  const { end_customer_id, import_id, notifications } = received
  const accountOf = createAccountOf(await listBankAccounts(tx, end_customer_id))
  const statements = notifications.map((figures) => ({ ...figures, bank_account: accountOf(bankAccountKey(figures)) }))
  const notificationsOf = createNotificationsOf()
  const days = new Set<string>()
  let new_entry_count = 0
  let entry_count = 0
  for await (const batch of readBankEntriesOfImport(tx, { end_customer_id, import_id, statements }, CAMT054)) {
    for (const { bank_entry } of batch) {
      const day = bank_entry.booking_date ?? bank_entry.value_date
      if (day !== null) days.add(day)
    }
    new_entry_count += await insertNotifications(tx, received, await inTurns(notificationsOf(batch)))
    entry_count += batch.length
  }
  await completeCamt054Import(tx, received, { new_entry_count, known_entry_count: entry_count - new_entry_count })
  return [...days]
}
