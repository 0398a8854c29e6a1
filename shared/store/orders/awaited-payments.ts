import type { PaymentToAwait } from '../../camt053/matching/orders/held-debits.ts'
import { type Db, row, sql } from '../db/database.ts'
import { ordersDebit } from './ordered-targets.ts'

/**
 * All payments that were ordered for a day or later, whatever became of them. A payment is paid by debits of the bank that are booked for
 * its payable since the order, whatever has booked them.
 */
export function findAwaitedPayments(db: Db, end_customer_id: string, from: string): Promise<readonly PaymentToAwait[]> {
  return db.any(sql.type(row<PaymentToAwait>())`
    select ${ordersDebit}, customer.base_currency as book_currency, ordered.created_at as ordered_at,
      case when line.state in ('rejected', 'withdrawn') then line.state_changed_at end as given_up_at, (
        select case when -sum(change.amount_minor) >= line.amount_minor then max(posted_at) end
        from open_item_changes change
        join journal_entries booked using (end_customer_id, entry_number)
        where change.end_customer_id = ${end_customer_id} and change.open_item_id = line.supplier_payable_id
          and posted_at > ordered.created_at and exists (
            select from bank_entry_uses used
            where used.end_customer_id = ${end_customer_id} and used.journal_entry_id = booked.journal_entry_id
              and used.state = 'posted'
          )
      ) as paid_at
    from payment_orders ordered
    join end_customers customer using (end_customer_id)
    join payment_order_lines line using (end_customer_id, payment_order_id)
    join open_items item on item.end_customer_id = ${end_customer_id} and item.open_item_id = line.supplier_payable_id
    where ordered.end_customer_id = ${end_customer_id} and ordered.execution_date >= ${from}::date
  `)
}
