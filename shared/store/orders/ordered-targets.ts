import type { OrderedTarget } from '../../camt053/matching/match-ordered.ts'
import { type Db, row, sql } from '../db/database.ts'

/** The payments that were ordered for payables of which something is open. */
export function findOrderedTargets(db: Db, end_customer_id: string): Promise<readonly OrderedTarget[]> {
  return db.any(sql.type(row<OrderedTarget>())`
    select open_item_id as id, line.currency, open_amount_minor, line.amount_minor, discount_minor, end_to_end_id,
      payment_information_id, line.state in ('ordered', 'paid') as is_ordered, batch_minor,
      whole_batch_minor, creditor_iban
    from (
      select end_customer_id, supplier_payable_id, currency, amount_minor, discount_minor, end_to_end_id, payment_information_id, state, creditor_iban,
        sum(amount_minor) over (partition by payment_information_id)::bigint as whole_batch_minor,
        coalesce(sum(amount_minor) filter (where state in ('ordered', 'paid'))
          over (partition by payment_information_id), 0)::bigint as batch_minor
      from payment_order_lines
      where end_customer_id = ${end_customer_id}
    ) line
    join open_items item
      on item.end_customer_id = line.end_customer_id and item.open_item_id = line.supplier_payable_id
    where open_amount_minor > 0
    order by end_to_end_id
  `)
}
