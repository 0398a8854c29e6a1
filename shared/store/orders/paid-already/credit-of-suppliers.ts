import type { CreditOfSupplier } from '../../../accounting/orders/order-terms.ts'
import { publicId } from '../../../process/ids.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { isOnSide } from '../../open-items/open-item-sides.ts'

type CreditRow = Omit<CreditOfSupplier, 'public_id'> & { readonly open_item_id: string; readonly partner_key: string }

/** What these partners owe as suppliers: credit notes, advances and what was paid too much, by their keys; the oldest first. */
export async function findCreditOfSuppliers(
  db: Db,
  end_customer_id: string,
  partner_keys: readonly string[],
): Promise<ReadonlyMap<string, readonly CreditOfSupplier[]>> {
  const found = await db.any(sql.type(row<CreditRow>())`
    select open_item_id, currency, -open_amount_minor as open_minor, partner_key(partner_reference, partner_name) as partner_key
    from open_items
    where end_customer_id = ${end_customer_id} and ${isOnSide('supplier_payable')} and closed_on is null
      and state = 'open' and open_amount_minor < 0
      and partner_key(partner_reference, partner_name) = any(${sql.array(partner_keys, 'text')})
    order by document_date, open_item_id
  `)
  const named = found.map(({ open_item_id, ...credit }) => ({
    ...credit,
    public_id: publicId('supplier_payable', open_item_id),
  }))
  return Map.groupBy(named, ({ partner_key }) => partner_key)
}
