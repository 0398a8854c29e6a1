import type { GivenDebit } from '../../../camt053/matching/named/numbered-elsewhere.ts'
import { toldDetails } from '../../bank/details-of-entries.ts'
import { ROW_DAY } from '../../bank/entry-day.ts'
import { MOST_NAME, MOST_TEXT, referencesIn, textOfDebit } from '../../bank/open-movements.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { compacted } from '../../open-items/named/compacted.ts'
import { isBackAsWhole, isMoneyOut, isUseOfDebit } from './named-elsewhere.ts'

/** An order of five hundred payables asks for the debits of some months. */
const MOST_DEBITS = 5_000
/** A collective debit has tens of thousands of payments. */
const MOST_AMOUNTS = 1_000

/** What has used it: a settlement that may still wait, or a voucher. */
export const paidItems = sql.fragment`
  select settled.supplier_payable_id as open_item_id
  from bank_entry_uses used
  join supplier_settlements settled
    on settled.end_customer_id = used.end_customer_id and settled.settlement_id = used.source_id
  where ${isUseOfDebit}
  union
  select change.open_item_id
  from bank_entry_uses used
  join journal_entries booked
    on booked.end_customer_id = used.end_customer_id and booked.journal_entry_id = used.journal_entry_id
  join open_item_changes change
    on change.end_customer_id = booked.end_customer_id and change.entry_number = booked.entry_number
  where ${isUseOfDebit}
`

const account = compacted(sql.fragment`details #>> '{0,creditor_account,iban}'`)

const amountsOfDebit = sql.fragment`array(
  select currency || ' ' || amount_minor
  union
  select concat_ws(' ', coalesce(part ->> 'currency', camt053_entries.currency), part ->> 'amount_minor')
  from jsonb_array_elements(details) tx, jsonb_array_elements(jsonb_build_array(tx, tx #> '{amount_details,instructed}')) part
  where part ->> 'amount_minor' is not null
  limit ${MOST_AMOUNTS}
)`

/**
 * Ids of the bank entries that have paid items of these partners, or went to one of these accounts, and of those that are dismissed: found by what is the partner's, as an
 * end customer with one old bill has debits of years.
 */
const mayBeGiven = (end_customer_id: string, partner_keys: readonly string[], ibans: readonly string[]) => sql.fragment`
  with of_partners as materialized (
    select open_item_id from open_items
    where end_customer_id = ${end_customer_id}
      and partner_key(partner_reference, partner_name) = any(${sql.array(partner_keys, 'text')})
  )
  select used.entry_id
  from of_partners
  join supplier_settlements settled
    on settled.end_customer_id = ${end_customer_id} and settled.supplier_payable_id = of_partners.open_item_id
  join bank_entry_uses used on used.end_customer_id = ${end_customer_id} and used.source_id = settled.settlement_id
  union
  select used.entry_id
  from of_partners
  join open_item_changes change
    on change.end_customer_id = ${end_customer_id} and change.open_item_id = of_partners.open_item_id
  join journal_entries booked
    on booked.end_customer_id = ${end_customer_id} and booked.entry_number = change.entry_number
  join bank_entry_uses used
    on used.end_customer_id = ${end_customer_id} and used.journal_entry_id = booked.journal_entry_id
      and used.state <> 'released'
  union
  select entry_id from camt053_entries
  where end_customer_id = ${end_customer_id} and used_minor > 0 and payee_account is not null
    and left(payee_account, 100) = any(${sql.array(ibans, 'text')})
  union
  select entry_id from camt053_entries where end_customer_id = ${end_customer_id} and dismissed_by is not null
`

/**
 * Debits since a day that are booked for items of these partners, or go to one of these accounts and are booked for items of others; and those that are dismissed. The
 * newest first.
 */
export function findGivenDebits(
  db: Db,
  end_customer_id: string,
  from: string,
  partner_keys: readonly string[],
  ibans: readonly string[],
): Promise<readonly GivenDebit[]> {
  return db.any(sql.type(row<GivenDebit>())`
    select entry_id, ${ROW_DAY} as day, entry ->> 'value_date' as value_day, dismissed_by is not null as is_dismissed, left(details #>> '{0,creditor_name}', ${MOST_NAME}) as name,
      ${account} as account, ${referencesIn(sql.fragment`details`)} as references, left(${textOfDebit}, ${MOST_TEXT}) as text, ${amountsOfDebit} as amounts, items
    from (${mayBeGiven(end_customer_id, partner_keys, ibans)}) found
    join camt053_entries using (entry_id)
    -- sql.md: offset 0
    cross join lateral (select ${toldDetails} as details offset 0) told
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
        'document_number', document_number, 'payment_reference', payment_reference, 'partner_key', key,
        'document_date', document_date, 'due_date', due_date, 'partner_name', partner_name
      )), '[]') as items, coalesce(bool_or(key = any(${sql.array(partner_keys, 'text')})), false) as is_of_partner
      from (
        select item.document_number, item.payment_reference, document_date, due_date, partner_name,
          partner_key(partner_reference, partner_name) as key
        from (${paidItems}) paid
        join open_items item
          on item.end_customer_id = ${end_customer_id} and item.open_item_id = paid.open_item_id
      ) given
    ) given
    where end_customer_id = ${end_customer_id} and ${isMoneyOut} and ${ROW_DAY} >= ${from}::date
      and (dismissed_by is not null or used_minor > 0) and not ${isBackAsWhole}
      and (dismissed_by is not null or is_of_partner or items <> '[]' and ${account} = any(${sql.array(ibans, 'text')}))
    order by entry_id desc
    limit ${MOST_DEBITS}
  `)
}
