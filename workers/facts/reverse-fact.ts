import { factDecisionsUpdate } from '../../shared/store/facts/fact-states.ts'
import { reverseOpenItems } from '../../shared/store/open-items/open-items-of-facts.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import type { IntentContext, IntentResult } from '../intent.ts'
import { postReversal } from '../journal/post-reversal.ts'

/** Books the reversal of a fact. The fact keeps the id of the entry that booked it; the reversal is found from there. */
export async function reverseFactIntent(context: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const result = await postReversal(context, intent)
  if (!('entry' in result)) return result
  const fact = {
    end_customer_id: intent.end_customer_id,
    source_fact_id: intent.subject_id,
    state: 'reversed' as const,
    blockers: [],
    warnings: [],
    journal_entry_id: result.entry.reversal_of,
    superseded_by: null,
  }
  await context.tx.query(factDecisionsUpdate([fact]))
  await reverseOpenItems(context.tx, fact.end_customer_id, fact.source_fact_id)
  return result
}
