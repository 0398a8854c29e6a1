import type { CreditOfSupplier } from '../../../accounting/orders/order-terms.ts'
import { publicId } from '../../../process/ids.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { isOnSide, isTaxedAdvance } from '../../open-items/open-item-sides.ts'
import { orderedNow } from '../../open-items/ordered-now.ts'

type CreditRow = Omit<CreditOfSupplier, 'public_id'> & { readonly open_item_id: string; readonly partner_key: string }

/**
 * What these partners owe as suppliers, and what final bills have taken off of that: credit notes, advances and what was paid too much, by their
 * keys; the oldest first.
 *
 * @param payables that are to be ordered
 */
export async function findCreditOfSuppliers(
  db: Db,
  end_customer_id: string,
  partner_keys: readonly string[],
  payables: readonly string[],
): Promise<ReadonlyMap<string, readonly CreditOfSupplier[]>> {
  const found = await db.any(sql.type(row<CreditRow>())`
    select credit.open_item_id, currency, account_code, -open_amount_minor as open_minor, ${isTaxedAdvance} as is_taxed,
      partner_key(partner_reference, partner_name) as partner_key, opened_by, coalesce(is_paid_for, true) as is_paid_for
    from open_items credit
    left join lateral (
      select item.open_item_id as opened_by, item.open_amount_minor < item.amount_minor
          or item.open_item_id = any(${sql.array(payables, 'uuid')}) or ${orderedNow} is not null as is_paid_for
      from open_items item
      where item.end_customer_id = credit.end_customer_id and item.entry_number = credit.entry_number
        and credit.kind = 'supplier_advance' and item.kind = 'payable' and item.amount_minor > 0
        and partner_key(item.partner_reference, item.partner_name)
          = partner_key(credit.partner_reference, credit.partner_name)
      order by item.open_item_id
      limit 1
    ) opening on true
    where end_customer_id = ${end_customer_id} and ${isOnSide('supplier_payable')} and closed_on is null
      and state = 'open' and (open_amount_minor < 0 or kind = 'supplier_advance' and open_amount_minor > 0)
      and partner_key(partner_reference, partner_name) = any(${sql.array(partner_keys, 'text')})
    order by document_date, open_item_id
  `)
  const named = found.map(({ open_item_id, ...credit }) => ({
    ...credit,
    public_id: publicId('supplier_payable', open_item_id),
  }))
  return Map.groupBy(named, ({ partner_key }) => partner_key)
}
