import type { Db } from '../../db/database.ts'
import { findTaxOfItems } from '../tax-of-items.ts'
import type { FoundItem } from './named.ts'

/** Adds the tax that is due with payments. No query is made where nobody reports consideration as received. */
export async function withTaxDue(
  db: Db,
  found: readonly FoundItem[],
  with_tax: ReadonlySet<string>,
): Promise<readonly FoundItem[]> {
  const items = found.filter(({ end_customer_id }) => with_tax.has(end_customer_id))
  if (items.length === 0) return found
  const wanted = items.map(({ end_customer_id, state: { open_item_id } }) => ({ end_customer_id, open_item_id }))
  const taxes = await findTaxOfItems(db, wanted)
  return found.map((item) => {
    const tax = taxes.get(item.state.open_item_id)
    return tax ? { ...item, state: { ...item.state, tax } } : item
  })
}
