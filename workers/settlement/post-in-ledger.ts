import assert from 'node:assert/strict'
import { changesOfConsideration } from '../../shared/accounting/vat/consideration/changes-of-consideration.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { enqueueReevaluation } from '../../shared/queue/enqueue.ts'
import { enqueueAwaiting } from '../../shared/queue/enqueue-awaiting.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import { requestMatching } from '../../shared/queue/request-matching.ts'
import { requestRefresh } from '../../shared/queue/request-refresh.ts'
import { requestTransfer } from '../../shared/queue/request-transfer.ts'
import { findChangedBankEntries } from '../../shared/store/bank/uses/bank-entry-uses.ts'
import { findReturnsOfFacts } from '../../shared/store/bank-returns/freed-payments.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { type LedgerHead, lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { findOlderLinesGivenBack } from '../../shared/store/open-items/open-items-of-facts.ts'
import { watchPayments } from '../../shared/store/orders/paid-orders.ts'
import {
  appendEvents,
  bankEntryChanged,
  itemChanged,
  type NewEvent,
  returnChanged,
} from '../../shared/store/platform/events.ts'
import { type IntentRow, lockOpenIntents, saveIntentOutcomes } from '../../shared/store/settlement/intents.ts'
import { type LockedSubjects, lockSubjects } from '../../shared/store/settlement/lock-subjects.ts'
import type { IntentContext } from '../intent.ts'
import type { WorkerDeps } from '../job.ts'
import { appendEntries } from '../journal/append-entries.ts'
import { eventsOfIntent } from '../platform/events-of-outcomes.ts'
import type { Outcome } from '../platform/log-outcomes.ts'
import { type ExecutedIntent, executeIntents } from './execute-intents.ts'
import { slicesOfIntents } from './slices-of-intents.ts'

/** Posts the entries that some intents of one ledger ask for, in their order. An intent with a blocker stays blocked. */
export async function postInLedger(
  tx: Tx,
  deps: WorkerDeps,
  end_customer_id: string,
  keys: readonly Jobs['ledger.post'][],
): Promise<Outcome[]> {
  const heads = await lockLedgers(tx, [end_customer_id])
  const intents = await lockOpenIntents(tx, keys)
  if (intents.length === 0) return []
  const subjects = intents.map(({ subject_id }) => subject_id)
  const locked = await lockSubjects(tx, end_customer_id, subjects)
  const ofOrders = await watchPayments(tx, [end_customer_id], locked.ordered)
  const settings = (await deps.settings(tx, heads)).get(end_customer_id)
  assert(settings, 'an end customer with intents has posting settings')
  const turnover_minor = heads[0]?.total_debit_minor ?? 0n
  const context = { tx, settings, today: todayInSwitzerland(), turnover_minor }
  const { executed, numbers } = await postSlices(context, heads, slicesOfIntents(intents, locked.named))
  await saveIntentOutcomes(
    tx,
    executed.map(({ outcome }) => outcome),
  )
  // What a reversal gives back of an item of before a change of consideration is transferred, too.
  if (executed.some(isReversal) && changesOfConsideration(settings.vat_registrations).length > 0)
    await requestTransfer(tx, deps.boss, end_customer_id)
  await handOn(tx, deps, end_customer_id, executed, locked, ofOrders)
  return executed.map((one) => loggedOutcome(one, numbers))
}

/** Each slice finds the entries of those before it in the journal, and what they did to items, payments and bank entries. */
async function postSlices(context: IntentContext, heads: readonly LedgerHead[], slices: readonly IntentRow[][]) {
  const executed: ExecutedIntent[] = []
  const numbers = new Map<string, bigint>()
  let now = { context, heads }
  for (const slice of slices) {
    const done = await executeIntents(now.context, slice)
    const entries = done.executed.flatMap(({ entry }) => entry ?? [])
    const new_years = done.executed.flatMap(({ new_years }) => new_years)
    const appended = await appendEntries(context.tx, now.heads, [{ entries, new_years }].values())
    for (const [source_id, number] of appended.numbers) numbers.set(source_id, number)
    executed.push(...done.executed)
    now = { context: done.context, heads: appended.heads }
  }
  return { executed, numbers }
}

/** Events come last: the head of the feed is held until the commit. */
async function handOn(
  tx: Tx,
  deps: WorkerDeps,
  end_customer_id: string,
  executed: readonly ExecutedIntent[],
  locked: LockedSubjects,
  ofOrders: () => Promise<NewEvent[]>,
) {
  await requestRefresh(tx, deps, [end_customer_id])
  await requestMatching(tx, deps, [end_customer_id])
  const booked = executed.filter(({ entry }) => entry !== null)
  const reversed = booked.flatMap(({ entry }) => entry?.reversal_of ?? [])
  const sources = booked.map(({ intent }) => intent.subject_id)
  const bank_entries = await findChangedBankEntries(tx, end_customer_id, sources, reversed)
  const changed = booked.flatMap((one) => one.changed_items)
  if (booked.length > 0) {
    const items = [...locked.items, ...changed.map(({ open_item_id }) => open_item_id)]
    const older = await findOlderLinesGivenBack(tx, end_customer_id, reversed)
    const entries = [...locked.bank_entries, ...bank_entries]
    await enqueueAwaiting(tx, deps.boss, end_customer_id, { items: [...items, ...older], bank_entries: entries })
  }
  const facts = reversedFacts(booked)
  // A fact that was blocked because the reversed document was posted may be free now.
  if (facts.length > 0) await enqueueReevaluation(tx, deps.boss, end_customer_id, 'reversal')
  const events = executed.flatMap(({ intent, outcome, entry }) =>
    eventsOfIntent(intent, outcome, entry?.journal_entry_id ?? null),
  )
  const ofBankEntries = bank_entries.map((entry_id) => bankEntryChanged(end_customer_id, entry_id))
  const ofItems = changed.map(({ by, open_item_id }) => itemChanged(end_customer_id, by, open_item_id))
  const ofReturns = await eventsOfReturns(tx, end_customer_id, facts)
  await appendEvents(tx, [...events, ...ofBankEntries, ...ofItems, ...ofReturns, ...(await ofOrders())])
}

function isReversal({ entry }: ExecutedIntent): boolean {
  return entry !== null && entry.reversal_of !== null
}

function reversedFacts(booked: readonly ExecutedIntent[]): string[] {
  return booked.flatMap(({ intent }) => (intent.intent_type === 'source_fact_reversal' ? [intent.subject_id] : []))
}

/** A return is taken back when the reversal of its voucher is booked. */
async function eventsOfReturns(tx: Tx, end_customer_id: string, facts: readonly string[]): Promise<NewEvent[]> {
  if (facts.length === 0) return []
  const returns = await findReturnsOfFacts(tx, end_customer_id, facts)
  return returns.map(({ return_id }) => returnChanged({ end_customer_id, return_id }, 'bank_return.reversed'))
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
