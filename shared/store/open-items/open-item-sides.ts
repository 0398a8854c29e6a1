import type { OpenItemSide } from '../../contract/open-items/open-items.ts'
import { sql } from '../db/database.ts'

/**
 * The items that are named and listed on a side. The credit that a payment left is named by its payment and is not among
 * them; that row is locked by nobody, because its payment is.
 */
const KINDS = {
  supplier_payable: sql.fragment`kind in ('payable', 'supplier_advance')`,
  document: sql.fragment`kind in ('receivable', 'customer_credit') and payment_id is null`,
} as const satisfies Record<OpenItemSide, object>

export function isOnSide(side: OpenItemSide) {
  return KINDS[side]
}

/** Whether a row of `open_items` is money whose tax is declared already. Only credit and advances are looked at any closer. */
export const isTaxedAdvance = sql.fragment`(
  kind in ('customer_credit', 'supplier_advance') and is_taxed_advance(end_customer_id, open_item_id)
)`
