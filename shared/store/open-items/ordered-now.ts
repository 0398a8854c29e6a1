import { sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { refundsByVoucher } from './came-back/refunds-by-voucher.ts'
import { namesAnother, namesLine } from './ids-of-debits.ts'

/** Whether the money of a return, `back`, has come back: it is booked, or waits to be. */
export const isStandingReturn = sql.fragment`(
  back.undone_at is null and (
    back.source_fact_id is null or exists (
      select from fact_states fact
      where fact.end_customer_id = back.end_customer_id and fact.source_fact_id = back.source_fact_id
        and fact.state in ('received', 'blocked', 'posted')
    )
  )
)`

/** What pays: answers show that money is on its way (a draft holds it), events tell of what is booked. */
type Paying = { readonly stands: Fragment; readonly isClosed: Fragment }
const DRAFTS_TOO: Paying = {
  stands: sql.fragment`settled.state <> 'reversed'`,
  isClosed: sql.fragment`item.open_amount_minor = 0`,
}
const BOOKED: Paying = {
  stands: sql.fragment`settled.state = 'posted'`,
  isClosed: sql.fragment`(
    item.open_amount_minor = 0 and not exists (
      select from supplier_settlements draft
      where draft.end_customer_id = line.end_customer_id and draft.supplier_payable_id = line.supplier_payable_id
        and draft.state = 'draft'
    )
  )`,
}

/** A settlement since the order, of the `item` of a `line`, that stands and of which nothing has come back. */
const settledSince = ({ stands }: Paying) => sql.fragment`
  supplier_settlements settled
  left join camt053_entries on camt053_entries.end_customer_id = settled.end_customer_id
    and camt053_entries.entry_id = settled.evidence_entry_id
  where settled.end_customer_id = line.end_customer_id and settled.supplier_payable_id = line.supplier_payable_id
    and ${stands} and settled.settlement_id > line.payment_order_id
    and not exists (
      select from bank_returns back
      where back.end_customer_id = settled.end_customer_id and back.subject_id = settled.settlement_id
        and ${isStandingReturn}
    ) and not exists (select from ${refundsByVoucher} and used.source_id > settled.settlement_id)
`

/** Its money: what it closes, less what its deductions do. Bank charges close nothing of a payable. */
const moneyOfSettled = sql.fragment`(
  settled.amount_minor - coalesce((
    select sum((off #>> '{amount,amount_minor}')::bigint) from jsonb_array_elements(settled.terms -> 'deductions') off
    where off ->> 'type' <> 'bank_charges'
  ), 0)
)`

/** A settlement of just its amount pays a `line`, by what it closes or by its money, unless that is of the debit of another payment. */
const isSettledExactly = (paying: Paying) => sql.fragment`exists (
  select from ${settledSince(paying)} and not ${namesAnother} and (
    settled.amount_minor in (line.amount_minor, line.amount_minor + line.discount_minor)
    or settled.terms is not null and ${moneyOfSettled} = line.amount_minor
  )
)`

/** Its bank statement came after the order of the `line`: what came before is money of something else, on whatever day it is settled. */
const isSince = sql.fragment`camt053_entries.import_id > line.payment_order_id`

/**
 * Debits of the account of its order to the creditor of a `line`, each of less, come to just its amount: the bank has made it in parts.
 * Until they do they may be for the rest of the payable.
 */
const isSettledInParts = (paying: Paying) => sql.fragment`exists (
  select from (
    select sum(settled.amount_minor) over (order by settled.settlement_id) as settled_minor
    from ${settledSince(paying)}
      and credit_debit = 'DBIT' and settled.amount_minor < line.amount_minor and payee_account = line.creditor_iban
      and ${isSince}
      and bank_account_of(camt053_entries.end_customer_id, camt053_entries.account) = (
        select bank_account from payment_orders made
        where made.end_customer_id = line.end_customer_id and made.payment_order_id = line.payment_order_id
      ) and not ${namesAnother}
  ) part
  where settled_minor in (line.amount_minor, line.amount_minor + line.discount_minor)
)`

/** A voucher has booked a debit that names a `line`, and closes as much of its `item` with it. */
const isPaidByVoucher = sql.fragment`exists (
  select from bank_entry_names named
  join camt053_entries
    on camt053_entries.end_customer_id = named.end_customer_id and camt053_entries.entry_id = named.entry_id
  join bank_entry_uses used on used.end_customer_id = named.end_customer_id and used.entry_id = named.entry_id
    and used.used_by = 'voucher' and used.state = 'posted'
  join journal_entries booked
    on booked.end_customer_id = used.end_customer_id and booked.journal_entry_id = used.journal_entry_id
  where named.end_customer_id = line.end_customer_id
    and named.name = any(array[line.end_to_end_id, line.payment_information_id])
    and credit_debit = 'DBIT' and ${namesLine} and line.amount_minor <= (
      select -sum(change.amount_minor) from open_item_changes change
      where change.end_customer_id = line.end_customer_id and change.entry_number = booked.entry_number
        and change.open_item_id = line.supplier_payable_id
    )
)`

/**
 * The payable of a `line` is closed, whatever has closed it; or a settlement pays just the line. Other money for the rest of a payable does not pay a line that has a part of it, and what comes back
 * of that rest opens no line.
 */
const isClosedAsOrdered = (paying: Paying) => sql.fragment`(
  item.state <> 'reversed' and (
    ${paying.isClosed} or ${isSettledExactly(paying)} or ${isSettledInParts(paying)} or ${isPaidByVoucher}
  )
)`

/** The money of a `line` has come back by a voucher, so it is open, and no payment on the way. */
const isBack = sql.fragment`(line.state in ('ordered', 'paid') and exists (select from ${refundsByVoucher}))`

/** A debit that names the payment or its batch pays it, whatever else is open, and also where the bank has rejected it. */
const isPaidByName = (paying: Paying, condition: Fragment = sql.fragment`true`) => sql.fragment`(
  item.state <> 'reversed' and exists (
    select from ${settledSince(paying)} and credit_debit = 'DBIT' and ${condition} and ${namesLine}
  )
)`

/** Debits that name no payment had settled as much as the line has before the bank rejected it: they are taken for it. */
const isPaidBeforeRejection = (paying: Paying) => sql.fragment`(
  line.state = 'rejected' and item.state <> 'reversed' and line.amount_minor <= (
    select coalesce(sum(settled.amount_minor), 0) from ${settledSince(paying)}
      and credit_debit = 'DBIT' and settled.created_at <= line.state_changed_at and ${isSince} and not ${namesAnother}
  )
)`

/**
 * The state of a `line` of an order by its `item`. So a settlement that is reversed makes it an ordered one again, and nobody
 * writes that down. What the bank has both rejected and paid is paid, in whatever order it has said so: a debit names it, or had
 * settled the payable before the rejection came.
 */
export const stateOfLine = stateBy(DRAFTS_TOO)

/** The same by what is booked: a draft pays nothing. */
export const bookedStateOfLine = stateBy(BOOKED)

function stateBy(paying: Paying): Fragment {
  return sql.fragment`
    case when ${isPaidByName(paying)} then 'paid'
      when ${isBack} then 'withdrawn'
      when line.state = 'paid' then 'paid'
      when line.state = 'ordered' and ${isClosedAsOrdered(paying)} then 'paid'
      when ${isPaidBeforeRejection(paying)} then 'paid'
      else line.state end
  `
}

/** A `line` that was rejected or withdrawn, and that a settlement alone pays. */
export const isContradictedBy = (settlement_id: string) => sql.fragment`(
  line.state in ('rejected', 'withdrawn') and ${isPaidByName(DRAFTS_TOO, sql.fragment`settled.settlement_id = ${settlement_id}`)}
  and not ${isPaidByName(DRAFTS_TOO, sql.fragment`settled.settlement_id <> ${settlement_id}`)} and not ${isPaidBeforeRejection(DRAFTS_TOO)}
)`

/** The line of the order that has an `item`, as JSON; null where it is in none, is paid, or came back. The index finds it. */
export const orderedNow = sql.fragment`(
  select jsonb_build_object(
    'payment_order_id', payment_order_id, 'end_to_end_id', end_to_end_id, 'amount_minor', amount_minor,
    'discount_minor', discount_minor, 'bank_account', bank_account, 'execution_date', execution_date,
    'ordered_on', (ordered.created_at at time zone 'Europe/Zurich')::date
  )
  from payment_order_lines line
  join payment_orders ordered using (end_customer_id, payment_order_id)
  where line.end_customer_id = item.end_customer_id and line.supplier_payable_id = item.open_item_id
    and line.state = 'ordered' and not ${isClosedAsOrdered(DRAFTS_TOO)} and not ${isPaidByName(DRAFTS_TOO)} and not ${isBack}
)`

export type OrderedNow = {
  readonly payment_order_id: string
  readonly end_to_end_id: string
  readonly amount_minor: number
  readonly discount_minor: number
  readonly bank_account: string
  readonly execution_date: string
  readonly ordered_on: string
}
