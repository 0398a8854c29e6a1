import assert from 'node:assert/strict'
import { OPEN_ITEM_BLOCKERS } from '../../shared/accounting/facts/open-items/open-item-rules.ts'
import { BANK_ENTRY_BLOCKERS } from '../../shared/accounting/facts/rules/bank-entry-rules.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { enqueueReevaluation } from '../../shared/queue/enqueue.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import { findChangedBankEntries } from '../../shared/store/bank/uses/bank-entry-uses.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { appendEvents, bankEntryChanged, itemChanged } from '../../shared/store/platform/events.ts'
import { lockOpenIntents, saveIntentOutcomes } from '../../shared/store/settlement/intents.ts'
import { lockSubjects } from '../../shared/store/settlement/lock-subjects.ts'
import { requestMatching } from '../bank/request-matching.ts'
import type { Job, WorkerDeps } from '../job.ts'
import { appendEntries } from '../journal/append-entries.ts'
import { eventsOfIntent } from '../platform/events-of-outcomes.ts'
import { logOutcomes, type Outcome } from '../platform/log-outcomes.ts'
import { requestRefresh } from '../statements/request-refresh.ts'
import { type ExecutedIntent, executeIntents } from './execute-intents.ts'

/** Posts the entries that intents ask for, ledger by ledger and in their order. An intent with a blocker stays blocked. */
export async function postIntents(deps: WorkerDeps, jobs: readonly Job<Jobs['ledger.post']>[]): Promise<void> {
  const byLedger = Map.groupBy(jobs, ({ data }) => data.end_customer_id)
  for (const [end_customer_id, ledgerJobs] of byLedger) {
    const keys = ledgerJobs.map(({ data }) => data)
    const outcomes = await deps.pool.transaction((tx) => postInLedger(tx, deps, end_customer_id, keys))
    logOutcomes(deps, 'ledger.post', outcomes, new Map(ledgerJobs.map(({ id, data }) => [data.intent_id, id])))
  }
}

async function postInLedger(
  tx: Tx,
  deps: WorkerDeps,
  end_customer_id: string,
  keys: readonly Jobs['ledger.post'][],
): Promise<Outcome[]> {
  const heads = await lockLedgers(tx, [end_customer_id])
  const intents = await lockOpenIntents(tx, keys)
  if (intents.length === 0) return []
  await lockSubjects(
    tx,
    end_customer_id,
    intents.map(({ subject_id }) => subject_id),
  )
  const settings = (await deps.settings(tx, heads)).get(end_customer_id)
  assert(settings, 'an end customer with intents has posting settings')
  const turnover_minor = heads[0]?.total_debit_minor ?? 0n
  const executed = await executeIntents({ tx, settings, today: todayInSwitzerland(), turnover_minor }, intents)
  const entries = executed.flatMap(({ entry }) => entry ?? [])
  const new_years = executed.flatMap(({ new_years }) => new_years)
  const { numbers } = await appendEntries(tx, heads, [{ entries, new_years }].values())
  await saveIntentOutcomes(
    tx,
    executed.map(({ outcome }) => outcome),
  )
  await handOn(tx, deps, end_customer_id, executed)
  return executed.map((one) => loggedOutcome(one, numbers))
}

/** Events come last: the head of the feed is held until the commit. */
async function handOn(tx: Tx, deps: WorkerDeps, end_customer_id: string, executed: readonly ExecutedIntent[]) {
  await requestRefresh(tx, deps, [end_customer_id])
  await requestMatching(tx, deps, [end_customer_id])
  // A fact that was blocked because the reversed document was posted, or used its bank entry or item, may be free now.
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'reversal', [
    'already_posted',
    'duplicate_document',
    ...BANK_ENTRY_BLOCKERS,
    ...OPEN_ITEM_BLOCKERS,
  ])
  const events = executed.flatMap(({ intent, outcome, entry }) =>
    eventsOfIntent(intent, outcome, entry?.journal_entry_id ?? null),
  )
  const changed = executed.flatMap((one) => one.changed_items)
  const ofItems = changed.map(({ by, open_item_id }) => itemChanged(end_customer_id, by, open_item_id))
  await appendEvents(tx, [...events, ...(await bankEntryEvents(tx, end_customer_id, executed)), ...ofItems])
}

async function bankEntryEvents(tx: Tx, end_customer_id: string, executed: readonly ExecutedIntent[]) {
  const booked = executed.filter(({ entry }) => entry !== null)
  const sources = booked.map(({ intent }) => intent.subject_id)
  const reversed = booked.flatMap(({ entry }) => entry?.reversal_of ?? [])
  const changed = await findChangedBankEntries(tx, end_customer_id, sources, reversed)
  return changed.map((entry_id) => bankEntryChanged(end_customer_id, entry_id))
}

function loggedOutcome({ intent, outcome }: ExecutedIntent, numbers: ReadonlyMap<string, bigint>): Outcome {
  const { end_customer_id, intent_id, subject_id, request_id, actor_id } = intent
  return {
    kind: 'intent',
    subject_id: intent_id,
    end_customer_id,
    request_id,
    actor_id,
    outcome: outcome.state,
    entry_number: numbers.get(subject_id),
    blockers: outcome.blockers,
    accepted_at: intent.state === 'pending' ? intent.created_at : undefined,
  }
}
