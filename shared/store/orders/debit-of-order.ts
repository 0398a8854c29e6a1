import { ROW_DAY } from '../bank/entry-day.ts'
import { type Db, row, sql } from '../db/database.ts'
import { namesLine, namesOurs } from '../open-items/ids-of-debits.ts'

/** What tells a debit of the bank apart from the payment that an order has told the bank to make. */
export type DebitOfOrder = {
  /** It names another payment of ours, or the batch of one, and not that of the order. */
  readonly names_another: boolean
  /** That other payment was ordered for the same payable. */
  readonly names_another_of_payable: boolean
  /** It names no payment, and was booked before there was the order, or had come before: on the same day, too. */
  readonly is_older: boolean
}

/** Days are those of Switzerland. Ids made later sort later: the bank statement came before there was the order, or after. */
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
    select names_it is not true and names_ours as names_another,
      names_it is not true and names_other is true as names_another_of_payable,
      names_it is not true and not names_ours and (import_id < ${payment_order_id} or coalesce((
        select ${ROW_DAY} < (made.created_at at time zone 'Europe/Zurich')::date from payment_orders made
        where made.end_customer_id = ${end_customer_id} and made.payment_order_id = ${payment_order_id}
      ), false)) as is_older
    from camt053_entries
    cross join lateral (select ${namesOurs} as names_ours) ours
    cross join lateral (
      select bool_or(payment_order_id = ${payment_order_id} and ${namesLine}) as names_it,
        bool_or(payment_order_id <> ${payment_order_id} and ${namesLine}) as names_other
      from payment_order_lines line
      where line.end_customer_id = ${end_customer_id} and line.supplier_payable_id = ${supplier_payable_id}
    ) named
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id}
  `)
}
