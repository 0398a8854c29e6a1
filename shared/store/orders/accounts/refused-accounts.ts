import { toldDetails } from '../../bank/details-of-entries.ts'
import { accountOfOther } from '../../bank/partners-of-accounts.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { bookedStateOfLine } from '../../open-items/ordered-now.ts'

/** An account to which a bank has not paid, and why: AC04. */
export type RefusedAccount = { readonly iban: string; readonly code: string; readonly day: string }

/** That the account cannot be paid, now or by anybody. @source ISO 20022, ExternalReturnReason1Code and ExternalStatusReason1Code */
const OF_ACCOUNTS = ['AC01', 'AC03', 'AC04', 'AC06', 'AC07', 'AC14', 'AC15', 'AG01']

/** The code that a bank has given to the credit of a return, or to the payment of it in a collective one. */
const codeOfReturn = sql.fragment`(
  select tx ->> 'return_reason'
  from camt053_entries
  cross join lateral (select ${toldDetails} as details offset 0) told
  cross join lateral jsonb_array_elements(details) with ordinality as listed (tx, place)
  where camt053_entries.end_customer_id = back.end_customer_id and camt053_entries.entry_id = back.entry_id
    and place = back.part_number
)`

/** Where the money had gone: of an order as that says, else as the debit does. */
const ibanOfReturn = sql.fragment`coalesce((
  select creditor_iban from payment_order_lines line
  where line.end_customer_id = back.end_customer_id and line.freed_by = back.return_id limit 1
), (
  select ${accountOfOther(sql.fragment`details`)}
  from camt053_entries
  cross join lateral (select ${toldDetails} as details offset 0) told
  where camt053_entries.end_customer_id = back.end_customer_id and camt053_entries.entry_id = back.original_entry_id
))`

/**
 * Accounts of these partners to which a payment of what is open was rejected by a report, or came back, as the account cannot be paid; and to which nothing was paid since: by a debit
 * of a later day, or by an order of one. A debit of several payments does not tell its accounts. Found by what is open, as the payables of refused payments are.
 */
export function findRefusedAccounts(
  db: Db,
  end_customer_id: string,
  partner_keys: readonly string[],
): Promise<readonly RefusedAccount[]> {
  const keys = sql.fragment`${sql.array(partner_keys, 'text')}`
  return db.any(sql.type(row<RefusedAccount>())`
    with owed as materialized (
      select open_item_id from open_items
      where end_customer_id = ${end_customer_id} and kind = 'payable' and open_amount_minor > 0
        and partner_key(partner_reference, partner_name) = any(${keys})
    ), refused as (
      select creditor_iban as iban, upper(substring(state_reason from '^[[:alpha:]]{2}[[:digit:]]{2}')) as code,
        (state_changed_at at time zone 'Europe/Zurich')::date as day
      from owed
      join payment_order_lines line on line.end_customer_id = ${end_customer_id} and line.supplier_payable_id = owed.open_item_id
      where line.state = 'rejected'
      union all
      select ${ibanOfReturn}, ${codeOfReturn}, brought.booking_date
      from owed
      join supplier_settlements settled
        on settled.end_customer_id = ${end_customer_id} and settled.supplier_payable_id = owed.open_item_id
      join bank_returns back on back.end_customer_id = ${end_customer_id} and back.subject_id = settled.settlement_id
      join camt053_entries brought on brought.end_customer_id = ${end_customer_id} and brought.entry_id = back.entry_id
      where back.returned_of = 'settlement' and back.undone_at is null
    )
    select distinct on (iban) iban, code, day
    from refused
    where code = any(${sql.array(OF_ACCOUNTS, 'text')}) and iban is not null and not exists (
      select from camt053_entries since
      where since.end_customer_id = ${end_customer_id} and left(since.payee_account, 100) = left(refused.iban, 100)
        and since.payee_account is not null and since.used_minor > 0 and since.booking_date > refused.day
    ) and not exists (
      select from payment_order_lines line
      join payment_orders made on made.end_customer_id = line.end_customer_id and made.payment_order_id = line.payment_order_id
      join open_items item on item.end_customer_id = line.end_customer_id and open_item_id = supplier_payable_id
      where line.end_customer_id = ${end_customer_id} and left(line.partner_key, 100) in (select left(unnest(${keys}), 100))
        and line.partner_key = any(${keys}) and line.state in ('ordered', 'paid') and line.creditor_iban = refused.iban
        and made.execution_date > refused.day and ${bookedStateOfLine} = 'paid'
    )
    order by iban, day desc
  `)
}
