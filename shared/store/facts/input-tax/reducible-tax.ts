import type { ItemState, ItemStates } from '../../../accounting/documents/voucher-item.ts'
import { keyOfItem } from '../../../accounting/documents/voucher-item.ts'
import type { ItemNamed } from '../../../accounting/facts/open-items/items-named.ts'
import { leftToReduce, reducibleTaxes, supplyOfAdvance } from '../../../accounting/settlement/reducible-taxes.ts'
import type { PostingSettings } from '../../../accounting/setup/posting-settings.ts'
import type { Db } from '../../db/database.ts'
import { findDocumentsOfItems } from '../../journal/documents-of-items.ts'

/** Adds to the items of vouchers with tax what of their documents can be reduced yet. No query is made where none has any. */
export async function withReducibleTax(
  db: Db,
  states: ReadonlyMap<string, ItemStates>,
  named: readonly ItemNamed[],
  settings: ReadonlyMap<string, PostingSettings>,
): Promise<ReadonlyMap<string, ItemStates>> {
  const taxed = named.filter(
    ({ item, is_taxed }) => is_taxed && (item.by === 'document_id' || item.by === 'supplier_payable_id'),
  )
  if (taxed.length === 0) return states
  const complete = new Map(states)
  for (const [end_customer_id, items] of Map.groupBy(taxed, (item) => item.end_customer_id)) {
    const its = settings.get(end_customer_id)
    const found = new Map(states.get(end_customer_id))
    if (!its) continue
    const wanted = items.flatMap(({ item }): ItemState | never[] => found.get(keyOfItem(item)) ?? [])
    const documents = await findDocumentsOfItems(
      db,
      end_customer_id,
      wanted.map(({ open_item_id }) => open_item_id),
    )
    for (const { item } of items) {
      const state = found.get(keyOfItem(item))
      const document = state && documents.get(state.open_item_id)
      if (!state || !document) continue
      const reducible = reducibleTaxes(document, its)
      const advance = supplyOfAdvance(document, its)
      const left = reducible && { reducible, left_to_reduce_minor: leftToReduce(document, its) }
      found.set(keyOfItem(item), { ...state, ...left, ...(advance && { advance }) })
    }
    complete.set(end_customer_id, found)
  }
  return complete
}
