import { type Db, row, sql } from '../db/database.ts'
import { namesLine } from '../open-items/ids-of-debits.ts'

export type MadeAllTheSame = 'rejected_payment' | 'withdrawn_payment' | 'paid_payment'

/**
 * What became of ordered payments that these bank entries, which nothing has booked, name all the same, by the id of the bank entry: a
 * payment by itself that was given up, or whose payable is closed; or a batch of which no payment is to be made any more. No query is
 * made for no bank entry.
 */
export async function findMadeAllTheSame(
  db: Db,
  end_customer_id: string,
  entry_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly MadeAllTheSame[]>> {
  if (entry_ids.length === 0) return new Map()
  const found = await db.any(sql.type(row<{ entry_id: string; reasons: MadeAllTheSame[] }>())`
    with named as materialized (
      select entry_id, name from bank_entry_names
      where end_customer_id = ${end_customer_id} and entry_id = any(${sql.array(entry_ids, 'uuid')})
    ), called as materialized (
      select entry_id, payment_order_id, line_number, true as is_alone
      from named join payment_order_lines on end_customer_id = ${end_customer_id} and end_to_end_id = name
      union all
      select entry_id, payment_order_id, line_number, false
      from named join payment_order_lines on end_customer_id = ${end_customer_id} and payment_information_id = name
    )
    select called.entry_id,
      array_agg(distinct case line.state when 'ordered' then 'paid' else line.state end || '_payment') as reasons
    from called
    join payment_order_lines line on line.end_customer_id = ${end_customer_id}
      and line.payment_order_id = called.payment_order_id and line.line_number = called.line_number
    join open_items item on item.end_customer_id = ${end_customer_id} and item.open_item_id = line.supplier_payable_id
    join camt053_entries on camt053_entries.end_customer_id = ${end_customer_id} and camt053_entries.entry_id = called.entry_id
    where (line.state in ('rejected', 'withdrawn') or item.open_amount_minor = 0) and ${namesLine} and (
      is_alone or not exists (
        select from payment_order_lines other
        join open_items owed on owed.end_customer_id = ${end_customer_id} and owed.open_item_id = other.supplier_payable_id
        where other.end_customer_id = ${end_customer_id} and other.payment_order_id = line.payment_order_id
          and other.payment_information_id = line.payment_information_id and other.state in ('ordered', 'paid')
          and (line.state in ('rejected', 'withdrawn') or owed.open_amount_minor > 0)
      )
    )
    group by called.entry_id
  `)
  return new Map(found.map(({ entry_id, reasons }) => [entry_id, reasons]))
}
