import { type Db, row, sql } from '../../db/database.ts'
import { debitsForNoItem } from '../named-by-debits.ts'

/** Another payable to the same supplier, of which nothing is open any more, and a payment that was ordered for it. */
export type OrderedAlike = {
  /** Of the payable to order. */
  readonly id: string
  readonly alike_id: string
  /** Its document is reversed: the one to order may be the same, entered anew. */
  readonly is_reversed: boolean
  /** Debits that name that payment, and that are booked for no open item. */
  readonly entry_ids: readonly string[]
}

/**
 * What was ordered for payables like these: to the same supplier, and of the same amount, reference or document number. A bank's debit for one that
 * nothing is open of may have paid one of these.
 */
export function findOrderedAlike(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
): Promise<readonly OrderedAlike[]> {
  return db.any(sql.type(row<OrderedAlike>())`
    select item.open_item_id as id, alike.open_item_id as alike_id, alike.state = 'reversed' as is_reversed,
      array(${debitsForNoItem}) as entry_ids
    from open_items item
    join payment_order_lines line
      on line.end_customer_id = ${end_customer_id} and line.currency = item.currency
        and line.partner_key = partner_key(item.partner_reference, item.partner_name)
    join open_items alike
      on alike.end_customer_id = ${end_customer_id} and alike.open_item_id = line.supplier_payable_id
        and alike.open_item_id <> item.open_item_id and alike.open_amount_minor = 0 and (
          alike.amount_minor = item.amount_minor or alike.payment_reference = item.payment_reference
          or alike.document_number = item.document_number
        )
    where item.end_customer_id = ${end_customer_id} and item.open_item_id = any(${sql.array(payables, 'uuid')})
  `)
}
