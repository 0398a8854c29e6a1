import { sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import { compacted } from '../../open-items/named/compacted.ts'

type TellingMoney = {
  readonly end_customer_id: Fragment
  readonly entry_id: Fragment
  /** An array of the references that the bank tells. */
  readonly references: Fragment
  /** The payment, of a credit that is allocated. */
  readonly payment_id?: Fragment
}

/**
 * Of the references that a bank entry tells those of items of which it has paid, and nothing is open any more: it has done what it says, and what is left
 * of it may pay anything. An array.
 */
export function referencesPaidUp({ end_customer_id, entry_id, references, payment_id }: TellingMoney): Fragment {
  const allocated = sql.fragment`
    union all
    select from allocation_lines line
    join allocations allocated using (end_customer_id, allocation_id)
    where line.end_customer_id = paid.end_customer_id and line.document_id = paid.open_item_id
      and allocated.payment_id = ${payment_id ?? sql.fragment`null`} and allocated.state = 'posted'
  `
  return sql.fragment`array(
    select told.ref from unnest(${references}) told (ref)
    where exists (
      select from open_items paid
      where paid.end_customer_id = ${end_customer_id} and ${compacted(sql.fragment`paid.payment_reference`)} = ${compacted(sql.fragment`told.ref`)}
        and paid.open_amount_minor = 0 and exists (
          select from open_item_changes change
          join journal_entries booked using (end_customer_id, entry_number)
          join bank_entry_uses used
            on used.end_customer_id = booked.end_customer_id and used.journal_entry_id = booked.journal_entry_id
              and used.entry_id = ${entry_id} and used.state = 'posted'
          where change.end_customer_id = paid.end_customer_id and change.open_item_id = paid.open_item_id
          ${payment_id ? allocated : sql.fragment``}
        )
    )
  )`
}
