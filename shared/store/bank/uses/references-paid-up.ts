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

type EntryOfMoney = Pick<TellingMoney, 'end_customer_id' | 'entry_id'>
type PaymentOfEntry = EntryOfMoney & { readonly payment_id: Fragment }

/** A voucher may pay thousands of items. */
const MOST_NUMBERS = 1_000

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

/** The numbers of all items that a bank entry has paid, and of which nothing is open. An array. */
export function numbersPaidUp({ end_customer_id, entry_id }: EntryOfMoney): Fragment {
  return sql.fragment`array(
    select paid.document_number ${paidByEntry({ end_customer_id, entry_id })} and paid.document_number is not null
    order by document_number
    limit ${MOST_NUMBERS}
  )`
}

/** The same items, and those to which a payment of it is allocated, by what tells which documents they are. An array of JSON. */
export function documentsPaidUp({ end_customer_id, entry_id, payment_id }: PaymentOfEntry): Fragment {
  const document = sql.fragment`paid.open_item_id, paid.document_number, paid.document_date, paid.due_date, paid.partner_name`
  return sql.fragment`(
    select coalesce(jsonb_agg(to_jsonb(paid_up) - 'open_item_id'), '[]')
    from (
      select ${document} ${paidByEntry({ end_customer_id, entry_id })}
      union
      select ${document} from allocations allocated
      join allocation_lines line using (end_customer_id, allocation_id)
      join open_items paid on paid.end_customer_id = line.end_customer_id and paid.open_item_id = line.document_id
      where allocated.end_customer_id = ${end_customer_id} and allocated.payment_id = ${payment_id}
        and allocated.state = 'posted' and paid.open_amount_minor = 0
      order by open_item_id
      limit ${MOST_NUMBERS}
    ) paid_up
  )`
}

/** Ends with a condition. */
function paidByEntry({ end_customer_id, entry_id }: EntryOfMoney): Fragment {
  return sql.fragment`
    from bank_entry_uses used
    join journal_entries booked
      on booked.end_customer_id = used.end_customer_id and booked.journal_entry_id = used.journal_entry_id
    join open_item_changes change
      on change.end_customer_id = booked.end_customer_id and change.entry_number = booked.entry_number
    join open_items paid on paid.end_customer_id = change.end_customer_id and paid.open_item_id = change.open_item_id
    where used.end_customer_id = ${end_customer_id} and used.entry_id = ${entry_id} and used.state = 'posted'
      and paid.open_amount_minor = 0
  `
}
