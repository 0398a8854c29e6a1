import { ITEM_USED } from '../../../accounting/facts/open-items/open-item-rules.ts'
import { canBeUndone } from '../../../accounting/open-items/give-back.ts'
import { publicId } from '../../../process/ids.ts'
import { lockBankLegs } from '../../bank/uses/bank-legs.ts'
import { type ChangedItemRow, findChangedItems } from '../../open-items/changed-items.ts'
import {
  type DecidedReversal,
  decideReversal,
  type ReversalContext,
  type ReversalOfSubject,
} from '../../settlement/reversals/decide-reversal.ts'

type DecidedFactReversal =
  | Exclude<DecidedReversal, { readonly entry: unknown }>
  | (Extract<DecidedReversal, { readonly entry: unknown }> & { readonly changed: readonly ChangedItemRow[] })

/**
 * Decides the reversal of a fact, whose items, payments and bank entries are locked: while the items that a voucher has changed cannot
 * get back what it took, it is blocked. It stores nothing.
 */
export async function decideFactReversal(
  context: ReversalContext,
  reversal: ReversalOfSubject,
): Promise<DecidedFactReversal> {
  const result = await decideReversal(context, reversal)
  if (!('entry' in result)) return result
  const { tx } = context
  const { end_customer_id } = reversal
  const { source_type, reversal_of } = result.entry
  if (source_type !== 'journal_voucher' || reversal_of === null) return { ...result, changed: [] }
  const changed = await findChangedItems(tx, end_customer_id, reversal_of)
  const used = changed.filter((item) => !canBeUndone(item))
  if (used.length > 0) return { blockers: used.map(blockerOf) }
  const credits = await lockBankLegs(tx, end_customer_id, reversal_of)
  if (credits.length > 0) return { blockers: credits.map(legHeldBy) }
  return { ...result, changed }
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
