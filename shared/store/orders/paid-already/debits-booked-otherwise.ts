import { bringsBack, toldDetails } from '../../bank/details-of-entries.ts'
import { ROW_DAY } from '../../bank/entry-day.ts'
import { MOST_NAME, MOST_TEXT, referencesIn, textOfDebit } from '../../bank/open-movements.ts'
import { accountOfOther } from '../../bank/partners-of-accounts.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import { isForOpenItems, namesOurs } from '../../open-items/ids-of-debits.ts'
import { type DebitsToFind, hasReference, type PartOfDebit } from './parts-of-debits.ts'

/** An order of five hundred payables asks for the debits of some years. */
const MOST_DEBITS = 5_000

const usesOtherwise = sql.fragment`
  bank_entry_uses used
  where used.end_customer_id = camt053_entries.end_customer_id and used.entry_id = camt053_entries.entry_id
    and used.state <> 'released' and not ${isForOpenItems}
`

/** A row of `camt053_entries` that has moved money, and that something has booked for no open item, wholly or in part. */
export const isBookedOtherwise = sql.fragment`(
  is_booked and credit_debit = 'DBIT' and not is_reversal and used_minor > 0
  and coalesce(repeat_state = 'new', true) and exists (select from ${usesOtherwise}) and not ${bringsBack}
)`

/** The same of one that nobody is to book; a part of it may be booked. */
export const isDismissedDebit = sql.fragment`(
  dismissed_by is not null and is_booked and credit_debit = 'DBIT' and not is_reversal
  and coalesce(repeat_state = 'new', true) and not ${bringsBack}
)`

type KindOfDebit = { readonly isMeant: Fragment; readonly amount: Fragment }

const BOOKED: KindOfDebit = {
  isMeant: isBookedOtherwise,
  amount: sql.fragment`select sum(used.amount_minor)::int8 as otherwise_minor from ${usesOtherwise}`,
}
const DISMISSED: KindOfDebit = {
  isMeant: isDismissedDebit,
  amount: sql.fragment`select amount_minor - used_minor as otherwise_minor`,
}

/**
 * Debits since a day that are booked for no open item, as by the voucher of a rule, that go to one of these accounts, have one of these references or amounts, and
 * name no payment of ours. What is booked for open items is not counted.
 */
export function findDebitsBookedOtherwise(
  db: Db,
  end_customer_id: string,
  from: string,
  wanted: DebitsToFind,
): Promise<readonly PartOfDebit[]> {
  return findDebits(db, end_customer_id, from, wanted, BOOKED)
}

/** The same of debits that are dismissed. */
export function findDebitsDismissed(
  db: Db,
  end_customer_id: string,
  from: string,
  wanted: DebitsToFind,
): Promise<readonly PartOfDebit[]> {
  return findDebits(db, end_customer_id, from, wanted, DISMISSED)
}

function findDebits(
  db: Db,
  end_customer_id: string,
  from: string,
  { ibans, references, amounts }: DebitsToFind,
  { isMeant, amount }: KindOfDebit,
): Promise<readonly PartOfDebit[]> {
  return db.any(sql.type(row<PartOfDebit>())`
    select entry_id as id, entry_id, currency, otherwise_minor as amount_minor,
      left(details #>> '{0,creditor_name}', ${MOST_NAME}) as name, ${accountOfOther(sql.fragment`details`)} as account_of_other,
      ${ROW_DAY} as day, entry ->> 'value_date' as value_day, ${referencesIn(sql.fragment`details`)} as references, left(${textOfDebit}, ${MOST_TEXT}) as text
    from camt053_entries
    -- sql.md: offset 0
    cross join lateral (select ${toldDetails} as details offset 0) told
    cross join lateral (${amount}) used
    where end_customer_id = ${end_customer_id} and ${isMeant} and ${ROW_DAY} >= ${from}::date
      and not ${namesOurs} and (
        otherwise_minor = any(${sql.array(amounts.map(String), 'int8')})
        or ${accountOfOther(sql.fragment`details`)} = any(${sql.array(ibans, 'text')})
        or ${hasReference(sql.fragment`details`, references)}
      )
    order by entry_id desc
    limit ${MOST_DEBITS}
  `)
}
