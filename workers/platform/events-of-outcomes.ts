import type { Blocker, BlockerCode } from '../../shared/accounting/facts/blockers.ts'
import type { EventType, SubjectType } from '../../shared/contract/platform/events.ts'
import type { SavedDecision } from '../../shared/store/facts/fact-states.ts'
import type { WaitingFact } from '../../shared/store/facts/waiting-facts.ts'
import type { NewEvent } from '../../shared/store/platform/events.ts'
import type { IntentOutcome, IntentRow } from '../../shared/store/settlement/intents.ts'

const DECISION_EVENTS: Readonly<Partial<Record<SavedDecision['state'], EventType>>> = {
  blocked: 'fact.blocked',
  posted: 'fact.posted',
  superseded: 'fact.superseded',
}

type DecidedBefore = Pick<WaitingFact, 'source_fact_id' | 'state' | 'blockers'>

/** The events of a batch. A fact that stays blocked by the same blockers has none. */
export function eventsOfDecisions(decisions: readonly SavedDecision[], before: readonly DecidedBefore[]): NewEvent[] {
  const earlier = new Map(before.map((fact) => [fact.source_fact_id, fact]))
  return decisions.flatMap(({ end_customer_id, source_fact_id, state, blockers, journal_entry_id }) => {
    const event_type = DECISION_EVENTS[state]
    const fact = earlier.get(source_fact_id)
    const isNews = fact?.state !== state || codesOf(fact.blockers).join() !== codesOf(blockers).join()
    if (!event_type || !isNews) return []
    const subject = { subject_type: 'source_fact' as const, subject_id: source_fact_id }
    return [{ end_customer_id, event_type, ...subject, journal_entry_id, blocker_codes: codesOf(blockers) }]
  })
}

type IntentEvents = { readonly subject_type: SubjectType; readonly done: EventType; readonly blocked: EventType }

const INTENT_EVENTS: Readonly<Partial<Record<IntentRow['intent_type'], IntentEvents>>> = {
  source_fact_reversal: { subject_type: 'source_fact', done: 'fact.reversed', blocked: 'fact.reversal_blocked' },
  allocation_posting: { subject_type: 'payment_allocation', done: 'allocation.posted', blocked: 'allocation.blocked' },
  allocation_reversal: {
    subject_type: 'payment_allocation',
    done: 'allocation.reversed',
    blocked: 'allocation.reversal_blocked',
  },
  settlement_posting: {
    subject_type: 'supplier_payable_settlement',
    done: 'settlement.posted',
    blocked: 'settlement.blocked',
  },
  settlement_reversal: {
    subject_type: 'supplier_payable_settlement',
    done: 'settlement.reversed',
    blocked: 'settlement.reversal_blocked',
  },
}

/** @param journal_entry_id the entry that carries the intent out; null where it is blocked */
export function eventsOfIntent(intent: IntentRow, outcome: IntentOutcome, journal_entry_id: string | null): NewEvent[] {
  const events = INTENT_EVENTS[intent.intent_type]
  const isNews = intent.state !== outcome.state || codesOf(intent.blockers).join() !== codesOf(outcome.blockers).join()
  if (!events || !isNews) return []
  const { end_customer_id, subject_id } = intent
  const event_type = outcome.state === 'blocked' ? events.blocked : events.done
  const { subject_type } = events
  return [
    {
      end_customer_id,
      event_type,
      subject_type,
      subject_id,
      journal_entry_id,
      blocker_codes: codesOf(outcome.blockers),
    },
  ]
}

function codesOf(blockers: readonly Blocker[]): BlockerCode[] {
  return [...new Set(blockers.map(({ code }) => code))]
}
