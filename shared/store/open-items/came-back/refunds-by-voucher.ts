import { sql } from '../../db/database.ts'
import { namesAnother, namesLine } from '../ids-of-debits.ts'

/** So much of the payable of a `line` was settled since its order: before that nothing of it can come back. */
const isSettled = sql.fragment`exists (
  select from supplier_settlements paid
  where paid.end_customer_id = line.end_customer_id and paid.supplier_payable_id = line.supplier_payable_id
    and paid.state <> 'reversed' and paid.settlement_id > line.payment_order_id and paid.settlement_id < used.source_id
    and paid.amount_minor >= line.amount_minor
)`

/** No later payment of its payable that was not given up by then could be what came back. */
const isLast = sql.fragment`not exists (
  select from payment_order_lines later
  where later.end_customer_id = line.end_customer_id and later.supplier_payable_id = line.supplier_payable_id
    and later.payment_order_id > line.payment_order_id and later.payment_order_id < used.source_id
    and (later.state in ('ordered', 'paid') or later.state_changed_at > used.created_at)
)`

/**
 * The credits of the bank, `used` by vouchers, by which the money of a `line` has come back to its payable: they name it; or they name no payment of the payable, have
 * all of it, and nothing later was ordered. What is booked as a return is none: it is written down. Ids made later sort later.
 */
export const refundsByVoucher = sql.fragment`
  open_item_changes change
  join journal_entries booked
    on booked.end_customer_id = change.end_customer_id and booked.entry_number = change.entry_number
  join bank_entry_uses used on used.end_customer_id = booked.end_customer_id
    and used.journal_entry_id = booked.journal_entry_id and used.used_by = 'voucher' and used.state = 'posted'
  join camt053_entries on camt053_entries.end_customer_id = used.end_customer_id
    and camt053_entries.entry_id = used.entry_id and camt053_entries.credit_debit = 'CRDT'
  where change.end_customer_id = line.end_customer_id and change.open_item_id = line.supplier_payable_id
    and change.purpose in ('refund', 'payment') and change.amount_minor > 0 and used.source_id > line.payment_order_id
    and not exists (
      select from bank_returns told
      where told.end_customer_id = used.end_customer_id and told.source_fact_id = used.source_id
    ) and (
      ${namesLine} or (change.amount_minor >= line.amount_minor and not ${namesAnother} and ${isSettled} and ${isLast})
    )
`
