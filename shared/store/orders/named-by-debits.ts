import { bringsBack } from '../bank/details-of-entries.ts'
import { sql } from '../db/database.ts'
import {
  isAllBookedForItemsOf,
  isAllBookedForPayableOf,
  isBookedForPayableOf,
  namesLine,
  namesLineAlone,
  notBookedForPayableOf,
} from '../open-items/ids-of-debits.ts'
import { cameBackByName, cameBackOfDebit } from './returned-debits.ts'

/**
 * The debits of the bank that have a name of a `line` of an order, and of which not all that pays it is booked for its payable. The names of bank entries
 * find them, from the moment of their import on; the debit itself has to tell, as a settlement leaves names, too.
 */
const called = (name: 'end_to_end_id' | 'payment_information_id') => sql.fragment`
  bank_entry_names named
  join camt053_entries
    on camt053_entries.end_customer_id = named.end_customer_id and camt053_entries.entry_id = named.entry_id
  where named.end_customer_id = line.end_customer_id and named.name = ${sql.identifier(['line', name])}
    and is_booked and credit_debit = 'DBIT' and not is_reversal and dismissed_by is null
    and coalesce(repeat_state = 'new', true) and not ${isAllBookedForPayableOf('line')} and not ${bringsBack}
`

const ofBatch = sql.fragment`
  payment_order_lines other
  where other.end_customer_id = line.end_customer_id and other.payment_order_id = line.payment_order_id
    and other.payment_information_id = line.payment_information_id
`

/**
 * Of a debit that names the batch alone, something is left that may be the `line`, or all of it is booked as something else than the
 * batch: the payments that are neither rejected nor withdrawn do not explain it without the `line`, nor does another one by itself.
 */
const mayBeOfBatch = sql.fragment`(
  (used_minor < camt053_entries.amount_minor or not exists (select from ${ofBatch} and ${isBookedForPayableOf('other')}))
  and (
    camt053_entries.currency <> line.currency or line.amount_minor <= camt053_entries.amount_minor
      - case when used_minor < camt053_entries.amount_minor then used_minor else 0 end
  ) and not exists (
    select from (
      select coalesce(sum(other.amount_minor) filter (where other.state in ('ordered', 'paid')), 0) as live_minor,
        bool_or(other.amount_minor = camt053_entries.amount_minor and other.line_number <> line.line_number) as is_other
      from ${ofBatch}
    ) batch
    where is_other and line.amount_minor <> camt053_entries.amount_minor
      or line.state in ('rejected', 'withdrawn') and live_minor = camt053_entries.amount_minor
  )
)`

/** A debit, under another name than that of the credits which bring it back. */
const aloneAs = sql.fragment`(
  select camt053_entries.entry_id, camt053_entries.amount_minor, camt053_entries.currency
) gone`

/** A debit that is booked, and all of it came back. */
const isBackAsWhole = sql.fragment`(
  used_minor = camt053_entries.amount_minor and exists (select from ${aloneAs} where gone.amount_minor <= ${cameBackOfDebit})
)`

/** A debit that is booked, and of which a credit that names the `line` by itself has brought that back. */
const isBackByName = sql.fragment`(
  used_minor = camt053_entries.amount_minor and exists (
    select from ${aloneAs} where ${notBookedForPayableOf('line')} <= ${cameBackByName}
  )
)`

/** Debits that name a `line` by itself, and what of them is not booked for its payable: one row for each currency. */
const gone = sql.fragment`
  select camt053_entries.currency, bool_or(used_minor < camt053_entries.amount_minor) as is_open,
    sum(${notBookedForPayableOf('line')}) as gone_minor
  from ${called('end_to_end_id')} and ${namesLineAlone} and not ${isBackAsWhole}
  group by camt053_entries.currency
`

/** Something of them has neither been booked for it nor come back. */
const isDebitedByName = sql.fragment`exists (select from (${gone}) gone where is_open or gone_minor > ${cameBackByName})`

/**
 * A payment that was ordered for an open `item`, whatever became of the order, is made by the bank, and nobody has booked all of that for the
 * item, nor what came back of it.
 */
export const isDebited = sql.fragment`exists (
  select from payment_order_lines line
  where line.end_customer_id = item.end_customer_id and line.supplier_payable_id = item.open_item_id and (
    ${isDebitedByName}
    or exists (
      select from ${called('payment_information_id')} and ${mayBeOfBatch} and ${namesLine} and not ${isBackAsWhole}
        and not ${isBackByName}
    )
  )
)`

/** A debit of the bank has a name of a `line`, whatever has become of the debit: it counts then, and what a report has told no more. */
export const isNamedByDebit = sql.fragment`exists (
  select from bank_entry_names named
  join camt053_entries
    on camt053_entries.end_customer_id = named.end_customer_id and camt053_entries.entry_id = named.entry_id
  where named.end_customer_id = line.end_customer_id and named.name = any(array[line.end_to_end_id, line.payment_information_id])
    and is_booked and credit_debit = 'DBIT' and not is_reversal and ${namesLine}
)`

const isOfNoItem = sql.fragment`(
  not ${isAllBookedForItemsOf('line')} and not ${isBackAsWhole} and not ${isBackByName}
)`

/** The debits that name a `line`, of which nothing came back, and that are booked for no open item, neither its own nor another one. */
export const debitsForNoItem = sql.fragment`
  select camt053_entries.entry_id from ${called('end_to_end_id')} and ${namesLineAlone} and ${isOfNoItem}
  union
  select camt053_entries.entry_id
  from ${called('payment_information_id')} and ${mayBeOfBatch} and ${namesLine} and ${isOfNoItem}
`

/** The debits that name a `line` by itself and of which something else has booked a part or all, or nothing yet, as JSON. */
export const debitsElsewhere = sql.fragment`(
  select coalesce(jsonb_agg(distinct camt053_entries.entry_id), '[]')
  from ${called('end_to_end_id')} and ${namesLineAlone} and ${isDebitedByName}
)`
