import { ENTRY_DAY } from '../../bank/entry-day.ts'
import { sql } from '../../db/database.ts'

/**
 * The days of each payment of a payable that stands, as JSON: of a settlement its own and that of its bank entry, of a voucher its own. A settlement has its day by
 * itself, so its entry counts no second time.
 *
 * @param alias what the query calls the row of open_items
 */
export function daysOfPayments(alias: string) {
  const end_customer_id = sql.identifier([alias, 'end_customer_id'])
  const open_item_id = sql.identifier([alias, 'open_item_id'])
  return sql.fragment`(
    select coalesce(jsonb_agg(days), '[]')
    from (
      select array[change.posting_date] as days
      from open_item_changes change
      join journal_entries booked
        on booked.end_customer_id = change.end_customer_id and booked.entry_number = change.entry_number
      where change.end_customer_id = ${end_customer_id} and change.open_item_id = ${open_item_id}
        and change.purpose = 'payment' and change.amount_minor < 0
        and not exists (
          select from supplier_settlements settled
          where settled.end_customer_id = booked.end_customer_id and settled.settlement_id = booked.source_id
        ) and not exists (
          select from journal_entries reversal
          where reversal.end_customer_id = booked.end_customer_id and reversal.reversal_of = booked.journal_entry_id
        )
      union all
      select array_remove(array[settled.settlement_date, case when entry.entry_id is not null then ${ENTRY_DAY} end], null)
      from supplier_settlements settled
      left join camt053_entries entry
        on entry.end_customer_id = settled.end_customer_id and entry.entry_id = settled.evidence_entry_id
      where settled.end_customer_id = ${end_customer_id} and settled.supplier_payable_id = ${open_item_id}
        and settled.state <> 'reversed'
    ) payment
  )`
}
