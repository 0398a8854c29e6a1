import { sql } from '../db/database.ts'

/**
 * The state of a `line` of an order by its `item`, the payable: it is paid where so much is closed as it orders, whatever has
 * closed it. So a settlement that is reversed makes it an ordered one again, and nobody writes that down.
 */
export const stateOfLine = sql.fragment`
  case when line.state = 'ordered' and item.state <> 'reversed'
    and item.open_amount_minor <= line.open_before_minor - line.amount_minor then 'paid' else line.state end
`

/** The line of the order that has an `item`, as JSON; null where it is in none, or is paid. The index finds it. */
export const orderedNow = sql.fragment`(
  select jsonb_build_object(
    'payment_order_id', payment_order_id, 'end_to_end_id', end_to_end_id, 'amount_minor', amount_minor,
    'execution_date', execution_date
  )
  from payment_order_lines line
  join payment_orders ordered using (end_customer_id, payment_order_id)
  where line.end_customer_id = item.end_customer_id and line.supplier_payable_id = item.open_item_id
    and line.state = 'ordered' and ${stateOfLine} = 'ordered'
)`

export type OrderedNow = {
  readonly payment_order_id: string
  readonly end_to_end_id: string
  readonly amount_minor: number
  readonly execution_date: string
}
