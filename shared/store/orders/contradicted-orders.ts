import { row, sql, type Tx } from '../db/database.ts'
import { stateOfLine } from '../open-items/ordered-now.ts'

/**
 * The orders of which a payment was rejected or withdrawn, and is paid by a settlement that has just closed so much of its payable.
 * Before that it was not.
 */
export function findContradictedOrders(
  tx: Tx,
  end_customer_id: string,
  supplier_payable_id: string,
  closed_minor: bigint,
): Promise<readonly string[]> {
  return tx.anyFirst(sql.type(row<{ payment_order_id: string }>())`
    select distinct payment_order_id
    from payment_order_lines line
    join open_items item on item.end_customer_id = line.end_customer_id and open_item_id = supplier_payable_id
    where line.end_customer_id = ${end_customer_id} and supplier_payable_id = ${supplier_payable_id}
      and line.state in ('rejected', 'withdrawn') and ${stateOfLine} = 'paid'
      and item.open_amount_minor + ${closed_minor}::bigint > line.open_before_minor - line.amount_minor
    order by payment_order_id
  `)
}
