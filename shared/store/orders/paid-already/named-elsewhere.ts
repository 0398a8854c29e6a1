import { bringsBack, toldDetails } from '../../bank/details-of-entries.ts'
import { ROW_DAY } from '../../bank/entry-day.ts'
import { referencesIn } from '../../bank/open-movements.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import { isBookedForPayableOf, isForOpenItems, namesLine } from '../../open-items/ids-of-debits.ts'
import { compacted } from '../../open-items/named/compacted.ts'

/** A debit that names a payable that is to be ordered, and that somebody has given to something else. */
export type DebitElsewhere = {
  readonly supplier_payable_id: string
  readonly entry_id: string
  /** Nobody is to book it; else it is booked for another open item. */
  readonly is_dismissed: boolean
}

/** Some suppliers have one reference for years: what is older than the document by more than this paid another one. */
export const DAYS_BEFORE = 60

/** What has `used` the debit stands. */
export const isUseOfDebit = sql.fragment`
  used.end_customer_id = camt053_entries.end_customer_id and used.entry_id = camt053_entries.entry_id
    and used.state <> 'released'
`
const uses = sql.fragment`bank_entry_uses used where ${isUseOfDebit}`

/** What has `used` the debit is for an item with that reference: the debit was given to what it names. */
const isForReference = (reference: Fragment) => sql.fragment`exists (
  select from supplier_settlements settled
  join open_items paid on paid.end_customer_id = settled.end_customer_id and paid.open_item_id = settled.supplier_payable_id
  where settled.end_customer_id = used.end_customer_id and settled.settlement_id = used.source_id
    and ${compacted(sql.fragment`paid.payment_reference`)} = ${reference}
  union all
  select from journal_entries booked
  join open_item_changes change using (end_customer_id, entry_number)
  join open_items paid using (end_customer_id, open_item_id)
  where booked.end_customer_id = used.end_customer_id and booked.journal_entry_id = used.journal_entry_id
    and ${compacted(sql.fragment`paid.payment_reference`)} = ${reference}
)`

/** All that is booked of such a row has come back. */
export const isBackAsWhole = sql.fragment`(
  used_minor > 0 and used_minor <= (
    select coalesce(sum(back.returned_minor), 0) from bank_returns back
    where back.end_customer_id = camt053_entries.end_customer_id and back.original_entry_id = camt053_entries.entry_id
      and back.undone_at is null
  )
)`

/** A row of `camt053_entries` that has moved money out of an account. */
export const isMoneyOut = sql.fragment`(
  is_booked and credit_debit = 'DBIT' and not is_reversal and coalesce(repeat_state = 'new', true) and not ${bringsBack}
)`

/**
 * Debits that have the reference of one of these payables and are booked for another item, or dismissed; and dismissed ones that name a payment
 * that was ordered for it. The names of bank entries find them; the debit itself has to tell, as a settlement leaves names, too.
 */
export function findNamedElsewhere(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
): Promise<readonly DebitElsewhere[]> {
  return db.any(sql.type(row<DebitElsewhere>())`
    select item.open_item_id as supplier_payable_id, camt053_entries.entry_id, dismissed_by is not null as is_dismissed
    from open_items item
    join bank_entry_names named on named.end_customer_id = item.end_customer_id
      and named.name = ${compacted(sql.fragment`item.payment_reference`)}
    join camt053_entries
      on camt053_entries.end_customer_id = named.end_customer_id and camt053_entries.entry_id = named.entry_id
    where item.end_customer_id = ${end_customer_id} and item.open_item_id = any(${sql.array(payables, 'uuid')})
      and item.payment_reference is not null and ${isMoneyOut} and ${ROW_DAY} >= item.document_date - ${DAYS_BEFORE}::int
      and (dismissed_by is not null or exists (select from ${uses} and ${isForOpenItems}))
      and not exists (select from ${uses} and ${isForReference(sql.fragment`named.name`)}) and not ${isBackAsWhole}
      and exists (
        select from unnest(${referencesIn(toldDetails)}) ref where ${compacted(sql.fragment`ref`)} = named.name
      )
    union
    select line.supplier_payable_id, camt053_entries.entry_id, true
    from payment_order_lines line
    join bank_entry_names named on named.end_customer_id = line.end_customer_id
      and named.name in (line.end_to_end_id, line.payment_information_id)
    join camt053_entries
      on camt053_entries.end_customer_id = named.end_customer_id and camt053_entries.entry_id = named.entry_id
    where line.end_customer_id = ${end_customer_id} and line.supplier_payable_id = any(${sql.array(payables, 'uuid')})
      and dismissed_by is not null and ${isMoneyOut} and ${namesLine} and not ${isBookedForPayableOf('line')}
    order by entry_id desc
  `)
}
