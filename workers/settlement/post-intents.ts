import assert from 'node:assert/strict'
import type { NewJournalEntry } from '../../shared/accounting/journal/canonical-entry.ts'
import { type FiscalYear, fiscalYearsToAdd } from '../../shared/accounting/setup/fiscal-years.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import { publicId } from '../../shared/process/ids.ts'
import { enqueueReevaluation } from '../../shared/queue/enqueue.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { appendEvents, type NewEvent } from '../../shared/store/platform/events.ts'
import {
  type IntentOutcome,
  type IntentRow,
  lockOpenIntents,
  saveIntentOutcomes,
} from '../../shared/store/settlement/intents.ts'
import { requestMatching } from '../bank/request-matching.ts'
import { reverseFactIntent } from '../facts/reverse-fact.ts'
import type { ExecuteIntent, IntentResult } from '../intent.ts'
import type { Job, WorkerDeps } from '../job.ts'
import { appendEntries } from '../journal/append-entries.ts'
import { eventsOfIntent } from '../platform/events-of-outcomes.ts'
import { logOutcomes, type Outcome } from '../platform/log-outcomes.ts'
import { requestRefresh } from '../statements/request-refresh.ts'
import { postAllocationIntent, reverseAllocationIntent } from './post-allocation.ts'
import { postSettlementIntent, reverseSettlementIntent } from './post-settlement.ts'

const INTENT_HANDLERS: Readonly<Partial<Record<IntentRow['intent_type'], ExecuteIntent>>> = {
  source_fact_reversal: reverseFactIntent,
  allocation_posting: postAllocationIntent,
  allocation_reversal: reverseAllocationIntent,
  settlement_posting: postSettlementIntent,
  settlement_reversal: reverseSettlementIntent,
}

/** Books what intents ask for, ledger by ledger and in their order; one that meets an obstacle stays blocked. */
export async function postIntents(deps: WorkerDeps, jobs: readonly Job<Jobs['ledger.post']>[]): Promise<void> {
  const byLedger = Map.groupBy(jobs, ({ data }) => data.end_customer_id)
  for (const [end_customer_id, own] of byLedger) {
    const outcomes = await deps.pool.transaction((tx) =>
      postInLedger(
        tx,
        deps,
        end_customer_id,
        own.map(({ data }) => data),
      ),
    )
    logOutcomes(deps, 'ledger.post', outcomes, new Map(own.map(({ id, data }) => [data.intent_id, id])))
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
  const settings = (await deps.settings(tx, heads)).get(end_customer_id)
  assert(settings, 'an end customer with intents has posting settings')
  const today = todayInSwitzerland()
  const entries: { entry: NewJournalEntry }[] = []
  const outcomes: IntentOutcome[] = []
  const events: NewEvent[] = []
  const years: FiscalYear[] = []
  for (const intent of intents) {
    const carryOut = INTENT_HANDLERS[intent.intent_type]
    assert(carryOut, `nobody carries out ${intent.intent_type}`)
    const known = { ...settings, fiscal_years: [...settings.fiscal_years, ...years] }
    const carried = await carryOut({ tx, settings: known, today }, intent)
    const outcome = outcomeOf(intent, carried)
    outcomes.push(outcome)
    events.push(...eventsOfIntent(intent, outcome, 'entry' in carried ? carried.entry.journal_entry_id : null))
    if (!('entry' in carried)) continue
    entries.push(carried)
    years.push(...fiscalYearsToAdd(known.fiscal_years, carried.entry.posting_date, today))
  }
  const new_years = years.map((year) => ({ end_customer_id, ...year }))
  const bookings = [{ entries: entries.map(({ entry }) => entry), new_years }]
  const { numbers } = await appendEntries(tx, heads, bookings.values())
  await saveIntentOutcomes(tx, outcomes)
  await requestRefresh(tx, deps, [end_customer_id])
  await requestMatching(tx, deps, [end_customer_id])
  // What was blocked because a reversed document was posted may be free now.
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'reversal', ['already_posted', 'duplicate_document'])
  await appendEvents(tx, events)
  return intents.map((intent, index) => told(intent, outcomes[index] as IntentOutcome, numbers))
}

function told(intent: IntentRow, { state, blockers }: IntentOutcome, numbers: ReadonlyMap<string, bigint>): Outcome {
  const { end_customer_id, intent_id, subject_id, request_id, actor_id } = intent
  const entry_number = numbers.get(subject_id)
  const accepted_at = intent.state === 'pending' ? intent.created_at : undefined
  const asked = { kind: 'intent' as const, subject_id: intent_id, end_customer_id, request_id, actor_id }
  return { ...asked, outcome: state, entry_number, blockers, accepted_at }
}

function outcomeOf({ end_customer_id, intent_id }: IntentRow, carried: IntentResult): IntentOutcome {
  const key = { end_customer_id, intent_id }
  if (!('entry' in carried)) return { ...key, state: 'blocked', blockers: [...carried.blockers], result: null }
  const result = { journal_entry_id: publicId('journal_entry', carried.entry.journal_entry_id) }
  return { ...key, state: 'succeeded', blockers: [], result }
}
