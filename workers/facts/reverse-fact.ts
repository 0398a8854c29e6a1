import { ITEM_USED } from '../../shared/accounting/facts/open-items/open-item-rules.ts'
import { canBeUndone } from '../../shared/accounting/open-items/give-back.ts'
import { publicId } from '../../shared/process/ids.ts'
import { lockBankLegs } from '../../shared/store/bank/uses/bank-legs.ts'
import { factDecisionsUpdate } from '../../shared/store/facts/fact-states.ts'
import { type ChangedItemRow, lockChangedItems } from '../../shared/store/open-items/changed-items.ts'
import { reverseOpenItems } from '../../shared/store/open-items/open-items-of-facts.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import type { ChangedName, IntentContext, IntentResult } from '../intent.ts'
import { postReversal } from '../journal/post-reversal.ts'

/**
 * Books the reversal of a fact. The fact keeps the id of the entry that booked it; the reversal is found from there.
 * Items that a voucher has changed get back what it took, by a trigger of the fact's state; while they cannot, the reversal
 * is blocked.
 */
export async function reverseFactIntent(context: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const result = await postReversal(context, intent)
  if (!('entry' in result)) return result
  const { tx } = context
  const { end_customer_id, subject_id: source_fact_id } = intent
  const { source_type, reversal_of } = result.entry
  const isVoucher = source_type === 'journal_voucher' && reversal_of !== null
  const changed = isVoucher ? await lockChangedItems(tx, end_customer_id, reversal_of) : []
  const used = changed.filter((item) => !canBeUndone(item))
  if (used.length > 0) return { blockers: used.map(blockerOf) }
  const credits = isVoucher ? await lockBankLegs(tx, end_customer_id, reversal_of) : []
  if (credits.length > 0) return { blockers: credits.map(legHeldBy) }
  const fact = {
    end_customer_id,
    source_fact_id,
    state: 'reversed' as const,
    blockers: [],
    warnings: [],
    journal_entry_id: reversal_of,
    superseded_by: null,
  }
  await tx.query(factDecisionsUpdate([fact]))
  await reverseOpenItems(tx, end_customer_id, source_fact_id)
  return { ...result, changed_items: changed.flatMap(nameOf) }
}

/** Items that the fact opened go with it. */
function nameOf({ is_opening, ...item }: ChangedItemRow): ChangedName[] {
  if (is_opening && item.payment_id === null) return []
  const by = item.payment_id ? 'payment_id' : item.is_of_supplier ? 'supplier_payable_id' : 'document_id'
  return [{ by, open_item_id: item.payment_id ?? item.open_item_id }]
}

function legHeldBy(source_fact_id: string) {
  const message = `Fact ${publicId('source_fact', source_fact_id)} gave a payment credit for the bank entry that this books.`
  return { ...ITEM_USED, message, pointer: '' }
}

function blockerOf({ payment_id, is_of_supplier, open_item_id }: ChangedItemRow) {
  const kind = payment_id ? 'payment' : is_of_supplier ? 'supplier_payable' : 'document'
  return {
    ...ITEM_USED,
    message: `Open item ${publicId(kind, payment_id ?? open_item_id)} has been used since.`,
    pointer: '',
  }
}
