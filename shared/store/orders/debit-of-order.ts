import { type Db, row, sql } from '../db/database.ts'
import { namesLine } from '../open-items/ids-of-debits.ts'

/** What tells a debit of the bank apart from the payment that an order has told the bank to make. */
export type DebitOfOrder = {
  /** It names another payment of the payable, or the batch of one, and not that of the order. */
  readonly names_another: boolean
  /** It names no payment, and was booked before there was the order. */
  readonly is_older: boolean
}

/** Days are those of Switzerland. */
export function compareWithOrder(
  db: Db,
  end_customer_id: string,
  entry_id: string,
  {
    payment_order_id,
    supplier_payable_id,
  }: { readonly payment_order_id: string; readonly supplier_payable_id: string },
): Promise<DebitOfOrder> {
  return db.one(sql.type(row<DebitOfOrder>())`
    select names_it is not true and names_other is true as names_another,
      names_it is not true and names_other is not true and coalesce((
        select booking_date < (created_at at time zone 'Europe/Zurich')::date from payment_orders
        where end_customer_id = ${end_customer_id} and payment_order_id = ${payment_order_id}
      ), false) as is_older
    from camt053_entries
    cross join lateral (
      select bool_or(payment_order_id = ${payment_order_id} and ${namesLine}) as names_it,
        bool_or(payment_order_id <> ${payment_order_id} and ${namesLine}) as names_other
      from payment_order_lines line
      where line.end_customer_id = ${end_customer_id} and line.supplier_payable_id = ${supplier_payable_id}
    ) named
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id}
  `)
}
