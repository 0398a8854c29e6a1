import { addDays } from '../../accounting/amounts/dates.ts'
import type { OrderedTarget } from '../../camt053/matching/orders/match-ordered.ts'
import { type Db, row, sql } from '../db/database.ts'
import { stateOfLine } from '../open-items/ordered-now.ts'

/** What tells a debit of a `line` of the order `ordered`, by its payable `item`: amount, creditor, account, days and its value in the books. */
export const ordersDebit = sql.fragment`
  line.currency, line.amount_minor, line.creditor_iban, line.creditor ->> 'name' as creditor_name, ordered.bank_account,
  ordered.execution_date, (ordered.created_at at time zone 'Europe/Zurich')::date as ordered_on,
  round(line.amount_minor::numeric * item.base_amount_minor / item.amount_minor)::bigint as book_minor
`

/** So long after its day a payment that was rejected or withdrawn may still be named by a bank entry that is to be booked. */
const DAYS_NAMED = 400

/**
 * The payments that were ordered for payables that are open, or whose document is reversed. They are found by these, so that nobody reads
 * all that was ever ordered; batches are added up with the payments of them that are closed.
 */
export function findOrderedTargets(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
  today: string,
): Promise<readonly OrderedTarget[]> {
  return db.any(sql.type(row<OrderedTarget>())`
    with target as materialized (
      select line.payment_order_id, line.payment_information_id, line.end_to_end_id, line.supplier_payable_id,
        line.discount_minor, line.payment_reference, line.document_number, line.state, item.open_amount_minor, ${ordersDebit}, ${stateOfLine} = 'ordered' as is_waiting
      from open_items item
      join payment_order_lines line
        on line.end_customer_id = ${end_customer_id} and line.supplier_payable_id = item.open_item_id
      join payment_orders ordered
        on ordered.end_customer_id = ${end_customer_id} and ordered.payment_order_id = line.payment_order_id
      where item.end_customer_id = ${end_customer_id} and item.open_item_id = any(${sql.array(payables, 'uuid')})
        and (item.open_amount_minor > 0 or item.state = 'reversed')
        and (line.state = 'ordered' or ordered.execution_date >= ${addDays(today, -DAYS_NAMED)}::date)
    ), batch as (
      select payment_information_id, sum(amount_minor)::bigint as whole_batch_minor,
        coalesce(sum(amount_minor) filter (where state in ('ordered', 'paid')), 0)::bigint as batch_minor
      from payment_order_lines
      where end_customer_id = ${end_customer_id}
        and payment_order_id = any(array(select distinct payment_order_id from target))
      group by payment_information_id
    )
    select supplier_payable_id as id, currency, open_amount_minor, amount_minor, discount_minor, end_to_end_id,
      payment_information_id, state in ('ordered', 'paid') as is_ordered, batch_minor, whole_batch_minor, creditor_iban,
      creditor_name, payment_reference, document_number, bank_account, execution_date, ordered_on, book_minor, is_waiting, (
        select base_currency from end_customers where end_customer_id = ${end_customer_id}
      ) as book_currency
    from target join batch using (payment_information_id)
    order by end_to_end_id
  `)
}

/**
 * The payables of all orders of which a payment for one of these was given up: the bank may have booked their batches as a whole. None
 * where nothing was given up.
 */
export function findTogetherOrdered(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ supplier_payable_id: string }>())`
    select distinct supplier_payable_id from payment_order_lines
    where end_customer_id = ${end_customer_id} and payment_order_id in (
      select payment_order_id from payment_order_lines
      where end_customer_id = ${end_customer_id} and supplier_payable_id = any(${sql.array(payables, 'uuid')})
        and state in ('rejected', 'withdrawn')
    )
  `)
}
