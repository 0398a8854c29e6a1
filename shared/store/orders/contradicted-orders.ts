import { row, sql, type Tx } from '../db/database.ts'
import { isContradictedBy } from '../open-items/ordered-now.ts'

/** The orders of which a payment was rejected or withdrawn, and is paid by a settlement of its payable. Before that it was not. */
export function findContradictedOrders(
  tx: Tx,
  end_customer_id: string,
  supplier_payable_id: string,
  settlement_id: string,
): Promise<readonly string[]> {
  return tx.anyFirst(sql.type(row<{ payment_order_id: string }>())`
    select distinct payment_order_id
    from payment_order_lines line
    join open_items item on item.end_customer_id = line.end_customer_id and open_item_id = supplier_payable_id
    where line.end_customer_id = ${end_customer_id} and supplier_payable_id = ${supplier_payable_id}
      and ${isContradictedBy(settlement_id)}
    order by payment_order_id
  `)
}
