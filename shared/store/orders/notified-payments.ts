import { returnsIn } from '../bank/details-of-entries.ts'
import { type Db, row, sql } from '../db/database.ts'
import { announcedDebits, isStillAwaited, type KindOfTold } from './paid-already/announced-debits.ts'

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

/** A payment that was ordered for a payable, whatever became of the order, and that the bank tells without having booked it in a bank statement. */
export type NotifiedPayment = {
  readonly supplier_payable_id: string
  readonly kind: KindOfTold
  /** The notification, or the bank entry that is pending. */
  readonly told_by: string
}

/**
 * What notifications say of the payments of these payables, and what is pending of them, as long as no bank statement has a booking of that name: not what another notification has
 * taken back, nor what the bank has rejected in a report since. What is told is read once for all payables.
 */
export function findNotifiedPayments(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
  today: string,
): Promise<readonly NotifiedPayment[]> {
  return db.any(sql.type(row<NotifiedPayment>())`
    with told as materialized (
      select 'camt054_entry' as kind, notification_id as told_by, day, created_at, upper(tx ->> 'end_to_end_id') as name
      from camt054_entries notified, jsonb_array_elements(notified.entry -> 'tx_details') tx
      where notified.end_customer_id = ${end_customer_id} and ${tellsDebit} and tx ->> 'end_to_end_id' is not null
      union all
      select kind, id, day, created_at, upper(tx ->> 'end_to_end_id')
      from (${announcedDebits(end_customer_id)}) pending, jsonb_array_elements(pending.entry -> 'tx_details') tx
      where ${isStillAwaited(today)} and tx ->> 'end_to_end_id' is not null
    ), returned as materialized (
      select day, upper(tx ->> 'end_to_end_id') as name
      from camt054_entries back, jsonb_array_elements(back.entry -> 'tx_details') tx
      -- None is read where nothing is told.
      where exists (select from told) and back.end_customer_id = ${end_customer_id} and ${tellsReturn}
        and tx ->> 'end_to_end_id' is not null
    )
    -- Each bank statement announces anew what is pending.
    select distinct on (line.supplier_payable_id, told.kind, told.name) line.supplier_payable_id, told.kind, told.told_by
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
    order by line.supplier_payable_id, told.kind, told.name, told.told_by desc
  `)
}
