import { ID_OF_ORDER } from '../../camt053/matching/orders/id-of-order.ts'
import { sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'

/** A debit of `camt053_entries`, and what notifications tell of it: the details of a batch may come in one of their own. */
const told = sql.fragment`(
  select camt053_entries.entry
  union all
  select notified.entry from camt054_entries notified
  where notified.end_customer_id = camt053_entries.end_customer_id
    and notified.entry_id = camt053_entries.entry_id
) told`

/** The ids of payments that some details name. */
export function endToEndIdsIn(details: Fragment): Fragment {
  return sql.fragment`array(
    select tx ->> 'end_to_end_id' from jsonb_array_elements(${details}) tx where tx ->> 'end_to_end_id' is not null
  )`
}

/** The ids of batches that an entry of a bank statement or notification names. */
export function paymentInformationIdsIn(entry: Fragment): Fragment {
  return sql.fragment`array(
    select part ->> 'pmt_inf_id' from jsonb_array_elements((${entry} -> 'batch') || (${entry} -> 'tx_details')) part
    where part ->> 'pmt_inf_id' is not null
  )`
}

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

/** Whether it names a `line` of an order. A batch is meant as a whole only where none of our payments is named beside it. */
export const namesLine = namesPayment('line')

/** Whether it names a `line` of an order by itself, and not with its batch alone. */
export const namesLineAlone = namesByItself('line')

/** Whether it names a payment that another order than that of a `line` has made for the same payable. */
export const namesAnother = sql.fragment`exists (
  select from payment_order_lines other
  where other.end_customer_id = line.end_customer_id and other.supplier_payable_id = line.supplier_payable_id
    and other.payment_order_id <> line.payment_order_id and ${namesPayment('other')}
)`

function namesByItself(alias: string) {
  return sql.fragment`${sql.identifier([alias, 'end_to_end_id'])} = any(array(select upper(id) from unnest(${endToEndIdsOf}) id))`
}

/** A settlement without a debit names nothing. */
function namesPayment(alias: string) {
  return sql.fragment`coalesce(
    array[${sql.identifier([alias, 'end_to_end_id'])}, ${sql.identifier([alias, 'payment_information_id'])}]
      && names_meant_by(camt053_entries.end_customer_id, camt053_entries.entry_id, camt053_entries.entry, ${ID_OF_ORDER}), false
  )`
}

/** Whether a bank entry names a payment or a batch that has an id of ours, of whichever end customer. */
export const namesOurs = sql.fragment`exists (
  select from unnest(${endToEndIdsOf} || ${paymentInformationIdsOf}) id where upper(id) ~ ${ID_OF_ORDER}
)`

/**
 * Whether a bank entry names a payment that was ever ordered, or its batch, whatever has become of its payable: it is no expense, no fee
 * and no income. A credit may come by the order of another end customer of the office, so it has to name one of its own.
 */
export const namesAnyOrder = sql.fragment`(
  exists (select from payment_orders made where made.end_customer_id = camt053_entries.end_customer_id)
  and ${namesOurs} and (
    credit_debit = 'DBIT' or exists (
      select from payment_order_lines line
      where line.end_customer_id = camt053_entries.end_customer_id and (
        line.end_to_end_id = any(array(select upper(id) from unnest(${endToEndIdsOf}) id))
        or line.payment_information_id = any(array(select upper(id) from unnest(${paymentInformationIdsOf}) id))
      )
    )
  )
)`

/** Something has booked a debit for the payable of a line of an order: a settlement, a voucher, or a link to what has booked it. */
export function isBookedForPayableOf(alias: string) {
  return sql.fragment`exists (select ${usesForPayableOf(alias)})`
}

/** The same for all that the debit has paid of the line; of another currency for anything. */
export function isAllBookedForPayableOf(alias: string) {
  const currency = sql.identifier([alias, 'currency'])
  return sql.fragment`(
    select coalesce(sum(used.amount_minor), 0) >= case
        when camt053_entries.currency = ${currency} then ${mostPaidOf(alias)} else 1
      end
    ${usesForPayableOf(alias)}
  )`
}

/** What the debit has paid of the line and is not booked for its payable, in the currency of the debit. */
export function notBookedForPayableOf(alias: string) {
  return sql.fragment`(
    select case when camt053_entries.currency = ${sql.identifier([alias, 'currency'])} then ${mostPaidOf(alias)}
        else camt053_entries.amount_minor end - coalesce(sum(used.amount_minor), 0)
    ${usesForPayableOf(alias)}
  )`
}

/** Whether a bank entry is `used` for open items: a settlement, or a voucher that changes one. */
export const isForOpenItems = sql.fragment`(
  exists (
    select from supplier_settlements settled
    where settled.end_customer_id = used.end_customer_id and settled.settlement_id = used.source_id
  ) or exists (
    select from journal_entries booked
    join open_item_changes change using (end_customer_id, entry_number)
    where booked.end_customer_id = used.end_customer_id and booked.journal_entry_id = used.journal_entry_id
  )
)`

/** All that the debit has paid of the line is booked for open items, whichever they are: a settlement, or a voucher that changes one. */
export function isAllBookedForItemsOf(alias: string) {
  return sql.fragment`(
    select coalesce(sum(used.amount_minor), 0) >= ${mostPaidOf(alias)}
    from bank_entry_uses used
    where used.end_customer_id = camt053_entries.end_customer_id and used.entry_id = camt053_entries.entry_id
      and used.state <> 'released' and ${isForOpenItems}
  )`
}

function mostPaidOf(alias: string) {
  return sql.fragment`least(camt053_entries.amount_minor, ${sql.identifier([alias, 'amount_minor'])})`
}

function usesForPayableOf(alias: string) {
  return sql.fragment`
  from bank_entry_uses used
  where used.end_customer_id = camt053_entries.end_customer_id and used.entry_id = camt053_entries.entry_id
    and used.state <> 'released' and ${isForPayableOf(alias)}
`
}

/** Whether a bank entry is `used` for the payable of a line of an order. */
export function isForPayableOf(alias: string) {
  const payable = sql.identifier([alias, 'supplier_payable_id'])
  return sql.fragment`(
    exists (
      select from supplier_settlements settled
      where settled.end_customer_id = used.end_customer_id and settled.settlement_id = used.source_id
        and settled.supplier_payable_id = ${payable}
    ) or exists (
      select from journal_entries booked
      join open_item_changes change using (end_customer_id, entry_number)
      where booked.end_customer_id = used.end_customer_id and booked.journal_entry_id = used.journal_entry_id
        and change.open_item_id = ${payable}
    )
  )`
}
