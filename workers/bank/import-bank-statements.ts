import { bankAccountKey } from '../../shared/camt053/bank-entry/canonical-bank-entry.ts'
import type { StatementRelations } from '../../shared/camt053/repeats/statement-relations.ts'
import { withSmallHeap } from '../../shared/process/small-heap.ts'
import { enqueueAwaiting, enqueueAwaitingImport } from '../../shared/queue/enqueue-awaiting.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import { requestMatching } from '../../shared/queue/request-matching.ts'
import { createAccountOf, listBankAccounts } from '../../shared/store/bank/accounts/bank-accounts.ts'
import { keepFoundQrIbans } from '../../shared/store/bank/accounts/keep-found-qr-ibans.ts'
import {
  completeImport,
  type ImportRow,
  lockReceivedImport,
  rejectImport,
} from '../../shared/store/bank/camt053-imports.ts'
import { insertPaymentsOf } from '../../shared/store/bank/insert-payments-of.ts'
import { joinNotifications } from '../../shared/store/bank/notifications/join-notifications.ts'
import { findChangedDays } from '../../shared/store/bank/notifications/joinable.ts'
import { findCustomersWithBankEntries } from '../../shared/store/bank/open-movements.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { appendEvents, bankEntryChanged, plainEvent } from '../../shared/store/platform/events.ts'
import type { Job, JobResult, WorkerDeps } from '../job.ts'
import { logOutcomes, type Outcome } from '../platform/log-outcomes.ts'
import { findFalseBalance } from './find-false-balance.ts'
import { findStatementRelations } from './find-statement-relations.ts'
import { importWhenFree } from './import-when-free.ts'
import { joinBankAccounts } from './join-bank-accounts.ts'
import { undoLinks } from './links/undo-links.ts'
import { readBankEntriesOfImport } from './read-bank-entries.ts'
import { resolveRepeats } from './resolve-repeats.ts'
import { prepareToSave } from './save-bank-entries.ts'

/** Imports the bank entries of received bank statements, each once. The web process has read every file through already. */
export async function importBankStatements(
  deps: WorkerDeps,
  jobs: readonly Job<Jobs['camt053.import']>[],
): Promise<JobResult[]> {
  const results: JobResult[] = []
  for (const job of jobs) {
    const { imported, result } = await withSmallHeap(() =>
      importWhenFree(deps, 'camt053.import', job, (tx) => importBankStatement(tx, deps, job.data)),
    )
    results.push(result)
    if (imported) logOutcomes(deps, 'camt053.import', [outcomeOf(imported)], new Map([[imported.import_id, job.id]]))
  }
  return results
}

/** @returns null where the import was completed before */
async function importBankStatement(
  tx: Tx,
  deps: WorkerDeps,
  { end_customer_id, import_id }: Jobs['camt053.import'],
): Promise<ImportRow | null> {
  const joined = await joinBankAccounts(tx, end_customer_id)
  const kept = await lockReceivedImport(tx, end_customer_id, import_id)
  if (!kept) return announceJoined(tx, deps, end_customer_id, joined)
  const received = await withBankAccounts(tx, kept)
  const subject = { end_customer_id, subject_type: 'camt053_import', subject_id: import_id } as const
  const relations = await findStatementRelations(tx, received)
  const reason = findFalseBalance(received, relations)
  if (reason !== null) {
    await rejectImport(tx, received, reason)
    await announceJoined(tx, deps, end_customer_id, joined)
    await appendEvents(tx, [plainEvent(subject, 'import.rejected')])
    return { ...received, state: 'rejected' }
  }
  const is_first_import = (await findCustomersWithBankEntries(tx, [end_customer_id])).length === 0
  const decided = [...new Set([...joined, ...(await saveBankEntries(tx, received, relations))])]
  const details = await joinNotifications(
    tx,
    end_customer_id,
    await findChangedDays(tx, end_customer_id, import_id, decided),
    { import_id, entry_ids: decided },
  )
  await requestMatching(tx, deps, [end_customer_id], { is_first_import })
  await enqueueAwaitingImport(tx, deps.boss, end_customer_id, import_id)
  await enqueueAwaiting(tx, deps.boss, end_customer_id, {
    items: [],
    bank_entries: [...decided, ...details.entry_ids],
  })
  const changes = decided.map((entry_id) => bankEntryChanged(end_customer_id, entry_id))
  await appendEvents(tx, [plainEvent(subject, 'import.completed'), ...changes, ...details.events])
  return received
}

/** The bank statements of an import, each with the account at the bank that its IBAN or QR-IBAN means. */
async function withBankAccounts(tx: Tx, received: ImportRow): Promise<ImportRow> {
  const { end_customer_id, statements } = received
  const names = [...new Set(statements.map(bankAccountKey))]
  await keepFoundQrIbans(tx, end_customer_id, names)
  // One of those that were found just now may have bank entries under its QR-IBAN.
  await joinBankAccounts(tx, end_customer_id)
  const accountOf = createAccountOf(await listBankAccounts(tx, end_customer_id))
  return {
    ...received,
    statements: statements.map((figures) => ({ ...figures, bank_account: accountOf(bankAccountKey(figures)) })),
  }
}

/** @returns null, as nothing is imported */
async function announceJoined(tx: Tx, deps: WorkerDeps, end_customer_id: string, joined: readonly string[]) {
  if (joined.length === 0) return null
  await requestMatching(tx, deps, [end_customer_id])
  await enqueueAwaiting(tx, deps.boss, end_customer_id, { items: [], bank_entries: joined })
  await appendEvents(
    tx,
    joined.map((entry_id) => bankEntryChanged(end_customer_id, entry_id)),
  )
  return null
}

/** @returns bank entries of earlier imports about which this one has decided, or put in doubt */
async function saveBankEntries(tx: Tx, received: ImportRow, relations: StatementRelations): Promise<string[]> {
  const { end_customer_id, import_id } = received
  const counts = { new_entry_count: 0, linked_entry_count: 0, payment_count: 0, possible_repeat_count: 0 }
  const { changed: undone, notes } = await undoLinks(tx, received, relations)
  const saveBatch = await prepareToSave(tx, received, relations)
  for await (const batch of readBankEntriesOfImport(tx, received)) {
    const created = await saveBatch(batch)
    // The payment of a possible repeat may be there already; it is made when somebody has decided that it is new.
    const sure = created.filter(({ possible_repeat_of }) => possible_repeat_of === null)
    const paying = sure.map((bankEntry) => ({ ...bankEntry, import_id }))
    counts.payment_count += await insertPaymentsOf(tx, end_customer_id, paying)
    counts.new_entry_count += created.length
    counts.linked_entry_count += batch.length - created.length
    counts.possible_repeat_count += created.length - sure.length
  }
  const accounts = [...new Set(received.statements.map(bankAccountKey))]
  const { repeats, created, freed } = await resolveRepeats(tx, received, accounts, relations)
  const here = (decided: { readonly import_id: string }) => decided.import_id === import_id
  counts.new_entry_count -= repeats.filter(here).length
  counts.linked_entry_count += repeats.filter(here).length
  counts.possible_repeat_count -= [...repeats, ...created].filter(here).length
  await completeImport(tx, received, counts, notes)
  const decided = [...repeats, ...created].filter((one) => !here(one)).map(({ entry_id }) => entry_id)
  return [...undone, ...decided, ...freed]
}

function outcomeOf({ end_customer_id, import_id, request_id, actor_id, created_at, state }: ImportRow): Outcome {
  const subject = { kind: 'camt053_import' as const, subject_id: import_id, end_customer_id }
  return {
    ...subject,
    request_id,
    actor_id,
    outcome: state === 'rejected' ? 'rejected' : 'imported',
    accepted_at: created_at,
  }
}
