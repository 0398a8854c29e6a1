import { sql } from '../db/database.ts'

/**
 * The bank has told in a notification (camt.054) that it has made a payment which was ordered for an open `item`, whatever became of the
 * order, and no bank statement has a booking of that name yet. Notifications that wait are read once for all items.
 */
export function isNotified(end_customer_id: string) {
  return sql.fragment`exists (
    select from payment_order_lines line
    where line.end_customer_id = item.end_customer_id and line.supplier_payable_id = item.open_item_id
      and line.end_to_end_id in (
        select upper(tx ->> 'end_to_end_id')
        from camt054_entries notified, jsonb_array_elements(notified.entry -> 'tx_details') tx
        where notified.end_customer_id = ${end_customer_id} and notified.state = 'waiting' and notified.is_booked
          and not notified.is_reversal and notified.credit_debit = 'DBIT' and tx ->> 'return_reason' is null
          and tx ->> 'end_to_end_id' is not null
      )
      and not exists (
        select from bank_entry_names named
        where named.end_customer_id = line.end_customer_id and named.name = line.end_to_end_id
      )
  )`
}
