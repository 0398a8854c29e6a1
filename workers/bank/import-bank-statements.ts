import { BANK_ENTRY_BLOCKERS } from '../../shared/accounting/facts/rules/bank-entry-rules.ts'
import { incomingPayments, returnedPayments } from '../../shared/camt053/bank-entry/incoming-payments.ts'
import { newUuid } from '../../shared/process/ids.ts'
import { withSmallHeap } from '../../shared/process/small-heap.ts'
import { enqueueReevaluation } from '../../shared/queue/enqueue.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import { completeImport, type ImportRow, lockReceivedImport } from '../../shared/store/bank/camt053-imports.ts'
import type { NewBankEntry } from '../../shared/store/bank/insert-bank-entries.ts'
import {
  insertPayments,
  type NewPayment,
  type ReturnedPayment,
  takePaymentBack,
} from '../../shared/store/bank/payments.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { appendEvents, plainEvent } from '../../shared/store/platform/events.ts'
import { lockEndCustomer } from '../../shared/store/setup/end-customers.ts'
import type { Job, WorkerDeps } from '../job.ts'
import { logOutcomes, type Outcome } from '../platform/log-outcomes.ts'
import { readBankEntriesOfImport } from './read-bank-entries.ts'
import { requestMatching } from './request-matching.ts'
import { prepareToSave } from './save-bank-entries.ts'

/** Imports the bank entries of received bank statements, each once. The web process has read every file through already. */
export async function importBankStatements(
  deps: WorkerDeps,
  jobs: readonly Job<Jobs['camt053.import']>[],
): Promise<void> {
  for (const { id, data } of jobs) {
    const imported = await withSmallHeap(() => importBankStatement(deps, data))
    if (imported) logOutcomes(deps, 'camt053.import', [outcomeOf(imported)], new Map([[data.import_id, id]]))
  }
}

/** @returns null where the import was completed before */
function importBankStatement(
  deps: WorkerDeps,
  { end_customer_id, import_id }: Jobs['camt053.import'],
): Promise<ImportRow | null> {
  return deps.pool.transaction(async (tx) => {
    await lockEndCustomer(tx, end_customer_id)
    const received = await lockReceivedImport(tx, end_customer_id, import_id)
    if (!received) return null
    await saveBankEntries(tx, received)
    await requestMatching(tx, deps, [end_customer_id])
    await enqueueReevaluation(tx, deps.boss, end_customer_id, 'bank entries', BANK_ENTRY_BLOCKERS)
    const subject = { end_customer_id, subject_type: 'camt053_import', subject_id: import_id } as const
    await appendEvents(tx, [plainEvent(subject, 'import.completed')])
    return received
  })
}

async function saveBankEntries(tx: Tx, received: ImportRow): Promise<void> {
  const counts = { new_entry_count: 0, linked_entry_count: 0, payment_count: 0, possible_repeat_count: 0 }
  const saveBatch = await prepareToSave(tx, received)
  for await (const batch of readBankEntriesOfImport(tx, received)) {
    const created = await saveBatch(batch)
    // The payment of a possible repeat may be there already; it is made when somebody has decided that it is new.
    const sure = created.filter(({ possible_repeat_of }) => possible_repeat_of === null)
    const payments = sure.flatMap(paymentsOf)
    await insertPayments(tx, received, payments)
    for (const returned of sure.flatMap(returnsOf)) await takePaymentBack(tx, received.end_customer_id, returned)
    counts.new_entry_count += created.length
    counts.linked_entry_count += batch.length - created.length
    counts.payment_count += payments.length
    counts.possible_repeat_count += created.length - sure.length
  }
  await completeImport(tx, received, counts)
}

function paymentsOf({ bank_entry, entry_id, bank_account }: NewBankEntry): NewPayment[] {
  const { booking_date, value_date } = bank_entry
  return incomingPayments(bank_entry).map((payment) => ({
    payment_id: newUuid(),
    entry_id,
    bank_account,
    booking_date,
    value_date,
    ...payment,
  }))
}

function returnsOf({ bank_entry, entry_id, bank_account }: NewBankEntry): ReturnedPayment[] {
  return returnedPayments(bank_entry).map((payment) => ({ entry_id, bank_account, ...payment }))
}

function outcomeOf({ end_customer_id, import_id, request_id, actor_id, created_at }: ImportRow): Outcome {
  const subject = { kind: 'camt053_import' as const, subject_id: import_id, end_customer_id }
  return { ...subject, request_id, actor_id, outcome: 'imported', accepted_at: created_at }
}
