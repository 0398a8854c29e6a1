import { ID_OF_ORDER } from '../../camt053/matching/orders/id-of-order.ts'
import { sql } from '../db/database.ts'

/** A debit of `camt053_entries`, and what notifications tell of it: the details of a batch may come in one of their own. */
const told = sql.fragment`(
  select camt053_entries.entry
  union all
  select notified.entry from camt054_entries notified
  where notified.end_customer_id = camt053_entries.end_customer_id
    and notified.entry_id = camt053_entries.entry_id
) told`

/** The ids of payments that a debit of `camt053_entries` names. */
export const endToEndIdsOf = sql.fragment`array(
  select tx ->> 'end_to_end_id' from ${told}, jsonb_array_elements(told.entry -> 'tx_details') tx
  where tx ->> 'end_to_end_id' is not null
)`

/** The ids of batches that it names. */
export const paymentInformationIdsOf = sql.fragment`array(
  select part ->> 'pmt_inf_id' from ${told}, jsonb_array_elements((told.entry -> 'batch') || (told.entry -> 'tx_details')) part
  where part ->> 'pmt_inf_id' is not null
)`

/** Whether the debit names a `line` of an order, or its batch. */
export const namesLine = namesPayment('line')

/** Whether it names a payment that another order than that of a `line` has made for the same payable. */
export const namesAnother = sql.fragment`exists (
  select from payment_order_lines other
  where other.end_customer_id = line.end_customer_id and other.supplier_payable_id = line.supplier_payable_id
    and other.payment_order_id <> line.payment_order_id and ${namesPayment('other')}
)`

function namesPayment(alias: string) {
  const column = (name: string) => sql.identifier([alias, name])
  return sql.fragment`(
    ${column('end_to_end_id')} = any(array(select upper(id) from unnest(${endToEndIdsOf}) id))
    or ${column('payment_information_id')} = any(array(select upper(id) from unnest(${paymentInformationIdsOf}) id))
  )`
}

/** Whether a debit names a payment that was ever ordered, or its batch, whatever has become of its payable: it is no expense and no fee. */
export const namesAnyOrder = sql.fragment`(
  credit_debit = 'DBIT'
  and exists (select from payment_orders made where made.end_customer_id = camt053_entries.end_customer_id)
  and exists (
    select from unnest(${endToEndIdsOf} || ${paymentInformationIdsOf}) id where upper(id) ~ ${ID_OF_ORDER}
  )
)`
