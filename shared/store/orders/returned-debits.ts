import { sql } from '../db/database.ts'
import { isForPayableOf, namesLine, namesLineAlone } from '../open-items/ids-of-debits.ts'

/** A voucher has booked a credit with the debit that names the `line`: all of that came back, whatever the bank has kept of it. */
const paidInOneVoucher = sql.fragment`(
  select max(paid.amount_minor)
  from bank_entry_names named
  join bank_entry_uses paid on paid.end_customer_id = named.end_customer_id and paid.entry_id = named.entry_id
    and paid.state = 'posted' and paid.journal_entry_id = used.journal_entry_id
  where named.end_customer_id = line.end_customer_id and named.name = line.end_to_end_id
)`

/** Of bank entries that are `found`, the credits that are booked, and not as money of the payable of a `line`; charges that a return tells have come back, too. */
const cameBack = (found: ReturnType<typeof sql.fragment>, names: ReturnType<typeof sql.fragment>) => sql.fragment`(
  select coalesce(sum(coalesce(back.returned_minor, greatest(used.amount_minor, ${paidInOneVoucher}))), 0)
  from (${found}) found
  join camt053_entries on camt053_entries.end_customer_id = line.end_customer_id
    and camt053_entries.entry_id = found.entry_id and credit_debit = 'CRDT' and is_booked
    and camt053_entries.currency = gone.currency
  join bank_entry_uses used on used.end_customer_id = camt053_entries.end_customer_id
    and used.entry_id = camt053_entries.entry_id and used.state = 'posted'
  left join bank_returns back on back.end_customer_id = used.end_customer_id and back.entry_id = used.entry_id
    and back.undone_at is null and used.source_id in (back.return_id, back.source_fact_id)
  where ${names} and not ${isForPayableOf('line')}
)`

/**
 * What has come back of the debits that name a `line` by itself, in the currency of `gone`: credits that name it too, and are booked
 * otherwise than for its payable, as these debits are.
 */
export const cameBackByName = cameBack(
  sql.fragment`
    select entry_id from bank_entry_names where end_customer_id = line.end_customer_id and name = line.end_to_end_id
  `,
  namesLineAlone,
)

/** What has come back of the debit `gone` by credits that name its batch alone, or nothing of ours: by returns of what it was booked for. */
export const cameBackOfDebit = cameBack(
  sql.fragment`
    select entry_id from bank_entry_names where end_customer_id = line.end_customer_id and name = line.payment_information_id
    union
    select back.entry_id from bank_entry_uses paid
    join bank_returns back on back.end_customer_id = paid.end_customer_id and back.undone_at is null
      and paid.source_id in (back.return_id, back.subject_id)
    where paid.end_customer_id = line.end_customer_id and paid.entry_id = gone.entry_id and paid.state = 'posted'
  `,
  sql.fragment`not ${namesLineAlone} and (back.original_entry_id = gone.entry_id or back.return_id is null and ${namesLine})`,
)
