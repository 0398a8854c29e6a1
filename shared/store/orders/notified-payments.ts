import { returnsIn } from '../bank/details-of-entries.ts'
import { type Db, row, sql } from '../db/database.ts'

/** A notification (camt.054), `notified`, by which the bank says that a debit is booked, and no bank statement has its booking. */
export const tellsDebit = sql.fragment`(
  notified.state = 'waiting' and notified.is_booked and not notified.is_reversal and notified.credit_debit = 'DBIT'
  and not ${returnsIn(sql.fragment`notified.entry`)}
)`

/**
 * A notification, `back`, by which it says that money has come back, or that the booking was rejected. What a bank statement has too is named by that.
 */
export const tellsReturn = sql.fragment`(
  back.state = 'waiting' and (back.is_booked and back.credit_debit = 'CRDT' or back.entry ->> 'status' = 'RJCT')
)`

/** A payment that was ordered for a payable, whatever became of the order, and that a notification says is made. */
export type NotifiedPayment = { readonly supplier_payable_id: string; readonly notification_id: string }

/**
 * What notifications say of the payments of these payables, as long as no bank statement has a booking of that name: not what another notification has
 * taken back, nor what the bank has rejected in a report since. Notifications that wait are read once for all payables.
 */
export function findNotifiedPayments(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
): Promise<readonly NotifiedPayment[]> {
  return db.any(sql.type(row<NotifiedPayment>())`
    with told as materialized (
      select notification_id, day, created_at, upper(tx ->> 'end_to_end_id') as name
      from camt054_entries notified, jsonb_array_elements(notified.entry -> 'tx_details') tx
      where notified.end_customer_id = ${end_customer_id} and ${tellsDebit} and tx ->> 'end_to_end_id' is not null
    ), returned as materialized (
      select day, upper(tx ->> 'end_to_end_id') as name
      from camt054_entries back, jsonb_array_elements(back.entry -> 'tx_details') tx
      -- None is read where nothing is told.
      where exists (select from told) and back.end_customer_id = ${end_customer_id} and ${tellsReturn}
        and tx ->> 'end_to_end_id' is not null
    )
    select distinct line.supplier_payable_id, told.notification_id
    from payment_order_lines line
    join told on told.name = line.end_to_end_id
    where line.end_customer_id = ${end_customer_id} and line.supplier_payable_id = any(${sql.array(payables, 'uuid')})
      and not (line.state = 'rejected' and line.state_changed_at > told.created_at)
      and not exists (
        select from bank_entry_names named
        where named.end_customer_id = line.end_customer_id and named.name = line.end_to_end_id
      )
      and not exists (
        select from returned where returned.name = told.name and coalesce(returned.day >= told.day, true)
      )
  `)
}
