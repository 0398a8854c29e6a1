import type { ValuedTarget } from '../../../camt053/matching/currencies/match-currencies.ts'
import type { OpenItemSide } from '../../../contract/open-items/open-items.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { isOnSide, isTaxedAdvance } from '../../open-items/open-item-sides.ts'

/** With the line that opened it. */
export type OpenItemTarget = ValuedTarget & { readonly entry_number: bigint; readonly line_number: number }

/**
 * Open items that money may be for. Credit notes are left out, and so is what a final invoice has taken off: an advance closes it, and money is
 * refused for it.
 */
export function findOpenTargets(
  db: Db,
  end_customer_id: string,
  type: OpenItemSide,
): Promise<readonly OpenItemTarget[]> {
  return db.any(sql.type(row<OpenItemTarget>())`
    select open_item_id as id, currency, document_date, due_date, amount_minor, open_amount_minor, payment_reference,
      document_number, partner_name, partner_reference, entry_number, line_number,
      base_open_amount_minor as book_minor, (
        select base_currency from end_customers where end_customer_id = ${end_customer_id}
      ) as book_currency
    from open_items
    where end_customer_id = ${end_customer_id} and ${isOnSide(type)} and open_amount_minor > 0 and not ${isTaxedAdvance}
  `)
}
