import { factDecisionsUpdate } from '../../shared/store/facts/fact-states.ts'
import { decideFactReversal } from '../../shared/store/facts/reversals/decide-fact-reversal.ts'
import type { ChangedItemRow } from '../../shared/store/open-items/changed-items.ts'
import { reverseOpenItems } from '../../shared/store/open-items/open-items-of-facts.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import type { ChangedName, IntentContext, IntentResult } from '../intent.ts'

/**
 * Books the reversal of a fact. The fact keeps the id of the entry that booked it; the reversal is found from there.
 * Items that a voucher has changed get back what it took, by a trigger of the fact's state; while they cannot, the reversal
 * is blocked.
 */
export async function reverseFactIntent(context: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const decided = await decideFactReversal(context, intent)
  if (!('entry' in decided)) return decided
  const { tx } = context
  const { end_customer_id, subject_id: source_fact_id } = intent
  const { entry, changed } = decided
  const fact = {
    end_customer_id,
    source_fact_id,
    state: 'reversed' as const,
    blockers: [],
    warnings: [],
    journal_entry_id: entry.reversal_of,
    superseded_by: null,
  }
  await tx.query(factDecisionsUpdate([fact]))
  await reverseOpenItems(tx, end_customer_id, source_fact_id)
  return { entry, changed_items: changed.flatMap(nameOf) }
}

/** Items that the fact opened go with it. */
function nameOf({ is_opening, ...item }: ChangedItemRow): ChangedName[] {
  if (is_opening && item.payment_id === null) return []
  const by = item.payment_id ? 'payment_id' : item.is_of_supplier ? 'supplier_payable_id' : 'document_id'
  return [{ by, open_item_id: item.payment_id ?? item.open_item_id }]
}
