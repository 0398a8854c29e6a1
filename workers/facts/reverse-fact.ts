import { factDecisionsUpdate } from '../../shared/store/facts/fact-states.ts'
import { reverseOpenItems } from '../../shared/store/open-items/open-items.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import type { IntentContext, IntentResult } from '../intent.ts'
import { reversalOf } from '../journal/reversal-entry.ts'

/** Books the reversal of a fact. The fact keeps the id of the entry that booked it; the reversal is found from there. */
export async function reverseFactIntent(posting: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const carried = await reversalOf(posting, intent)
  if (!('entry' in carried)) return carried
  const fact = {
    end_customer_id: intent.end_customer_id,
    source_fact_id: intent.subject_id,
    state: 'reversed' as const,
    blockers: [],
    journal_entry_id: carried.entry.reversal_of,
    superseded_by: null,
  }
  await posting.tx.query(factDecisionsUpdate([fact]))
  await reverseOpenItems(posting.tx, 'supplier_payable', [fact])
  await reverseOpenItems(posting.tx, 'document', [fact])
  return carried
}
