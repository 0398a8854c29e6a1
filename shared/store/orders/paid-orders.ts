import type { EventType } from '../../contract/platform/events.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { isOpenSince, isPaidSince } from '../open-items/ordered-now.ts'

type OrderOfSettlement = { readonly payment_order_id: string; readonly event_type: EventType }

/** The orders of which settlements that are booked pay a payment, and those of which settlements that are reversed leave one open. */
export function findOrdersPaidOrReopened(
  tx: Tx,
  end_customer_id: string,
  settlement_ids: readonly string[],
): Promise<readonly OrderOfSettlement[]> {
  return tx.any(sql.type(row<OrderOfSettlement>())`
    select distinct payment_order_id,
      case booked.state when 'reversed' then 'payment_order.reopened' else 'payment_order.paid' end as event_type
    from supplier_settlements booked
    join payment_order_lines line
      on line.end_customer_id = booked.end_customer_id and line.supplier_payable_id = booked.supplier_payable_id
    join open_items item on item.end_customer_id = line.end_customer_id and open_item_id = line.supplier_payable_id
    where booked.end_customer_id = ${end_customer_id} and booked.settlement_id > line.payment_order_id
      and settlement_id = any(${sql.array(settlement_ids, 'uuid')})
      and case booked.state when 'reversed' then ${isOpenSince} else ${isPaidSince} end
    order by payment_order_id, event_type
  `)
}
