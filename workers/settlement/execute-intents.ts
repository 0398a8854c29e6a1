import assert from 'node:assert/strict'
import type { NewJournalEntry } from '../../shared/accounting/journal/canonical-entry.ts'
import { totalOf } from '../../shared/accounting/journal/journal-entry.ts'
import { fiscalYearsToAdd, type NewFiscalYear } from '../../shared/accounting/setup/fiscal-years.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { IntentOutcome, IntentRow } from '../../shared/store/settlement/intents.ts'
import { reverseFactIntent } from '../facts/reverse-fact.ts'
import type { ChangedName, ExecuteIntent, IntentContext, IntentResult } from '../intent.ts'
import { postAllocationIntent, reverseAllocationIntent } from './post-allocation.ts'
import { postSettlementIntent, reverseSettlementIntent } from './post-settlement.ts'

const INTENT_HANDLERS: Readonly<Partial<Record<IntentRow['intent_type'], ExecuteIntent>>> = {
  source_fact_reversal: reverseFactIntent,
  allocation_posting: postAllocationIntent,
  allocation_reversal: reverseAllocationIntent,
  settlement_posting: postSettlementIntent,
  settlement_reversal: reverseSettlementIntent,
}

export type ExecutedIntent = {
  readonly intent: IntentRow
  readonly outcome: IntentOutcome
  /** Null where the intent is blocked. */
  readonly entry: NewJournalEntry | null
  /** The fiscal years that the entry is the first to need. */
  readonly new_years: readonly NewFiscalYear[]
  /** Items whose change the reversal of a voucher has undone. */
  readonly changed_items: readonly ChangedName[]
}

type Executed = { readonly executed: readonly ExecutedIntent[]; readonly context: IntentContext }

/**
 * Executes intents of one ledger in their order; each sees the fiscal years and the turnover that those before it have
 * added, and so does the context that is returned. None of them may name what another one names: their entries are
 * written together, afterwards (slices-of-intents.ts).
 */
export async function executeIntents(context: IntentContext, intents: readonly IntentRow[]): Promise<Executed> {
  const executed: ExecutedIntent[] = []
  let { settings, turnover_minor } = context
  for (const intent of intents) {
    const execute = INTENT_HANDLERS[intent.intent_type]
    assert(execute, `there is no handler for ${intent.intent_type}`)
    const result = await execute({ ...context, settings, turnover_minor }, intent)
    const entry = 'entry' in result ? result.entry : null
    const added = entry ? fiscalYearsToAdd(settings.fiscal_years, entry.posting_date, context.today) : []
    settings = { ...settings, fiscal_years: [...settings.fiscal_years, ...added] }
    if (entry) turnover_minor += totalOf(entry.lines)
    const new_years = added.map((year) => ({ end_customer_id: intent.end_customer_id, ...year }))
    const changed_items = 'entry' in result ? (result.changed_items ?? []) : []
    executed.push({ intent, outcome: outcomeOf(intent, result), entry, new_years, changed_items })
  }
  return { executed, context: { ...context, settings, turnover_minor } }
}

function outcomeOf({ end_customer_id, intent_id }: IntentRow, result: IntentResult): IntentOutcome {
  const key = { end_customer_id, intent_id }
  if (!('entry' in result)) return { ...key, state: 'blocked', blockers: [...result.blockers], result: null }
  const journal_entry_id = publicId('journal_entry', result.entry.journal_entry_id)
  return { ...key, state: 'succeeded', blockers: [], result: { journal_entry_id } }
}
