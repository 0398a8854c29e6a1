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

type KindOfDebit = {
  /** Ids of those that may be meant. */
  readonly among: (end_customer_id: string, wanted: DebitsToFind) => Fragment
  readonly isMeant: Fragment
  readonly amount: Fragment
}

/**
 * Of the used debits of years, those that the indexes find by amount, account or reference. What several things have used, a return too, or only a part of which is used, may be booked otherwise with
 * another amount than its own.
 */
const amongUsed = (end_customer_id: string, { ibans, references, amounts }: DebitsToFind) => sql.fragment`
  select entry_id from camt053_entries
  where end_customer_id = ${end_customer_id} and credit_debit = 'DBIT' and used_minor > 0
    and amount_minor = any(${sql.array(amounts.map(String), 'int8')})
  union
  select entry_id from camt053_entries
  where end_customer_id = ${end_customer_id} and used_minor > 0 and payee_account is not null
    and left(payee_account, 100) = any(${sql.array(ibans, 'text')})
  union
  select entry_id from bank_entry_names
  where end_customer_id = ${end_customer_id} and name = any(${sql.array(references, 'text')})
  union
  select entry_id from camt053_entries
  where end_customer_id = ${end_customer_id} and is_booked and used_minor > 0 and used_minor < amount_minor
  union
  select entry_id from camt053_entries where end_customer_id = ${end_customer_id} and used_minor > amount_minor
  union
  select unnest(array[entry_id, original_entry_id]) from bank_returns where end_customer_id = ${end_customer_id}
  union
  select entry_id from bank_entry_uses
  where end_customer_id = ${end_customer_id} and state <> 'released'
  group by entry_id
  having count(*) > 1
`
const amongDismissed = (end_customer_id: string) => sql.fragment`
  select entry_id from camt053_entries where end_customer_id = ${end_customer_id} and dismissed_by is not null
`

/** What is asked of a row takes it apart, so it is asked of those that were found alone. */
const rowOfFound = (end_customer_id: string) => sql.fragment`
  select end_customer_id, entry_id, currency, amount_minor, used_minor, credit_debit, is_booked, is_reversal, repeat_state,
    says_return, dismissed_by, booking_date, stated_day, created_at, entry
  from camt053_entries
  where end_customer_id = ${end_customer_id} and entry_id = found.entry_id
`

const BOOKED: KindOfDebit = {
  among: amongUsed,
  isMeant: isBookedOtherwise,
  amount: sql.fragment`select sum(used.amount_minor)::int8 as otherwise_minor from ${usesOtherwise}`,
}
const DISMISSED: KindOfDebit = {
  among: amongDismissed,
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
  wanted: DebitsToFind,
  { among, isMeant, amount }: KindOfDebit,
): Promise<readonly PartOfDebit[]> {
  const { ibans, references, amounts } = wanted
  return db.any(sql.type(row<PartOfDebit>())`
    select camt053_entries.entry_id as id, camt053_entries.entry_id, currency, otherwise_minor as amount_minor,
      left(details #>> '{0,creditor_name}', ${MOST_NAME}) as name, ${accountOfOther(sql.fragment`details`)} as account_of_other,
      ${ROW_DAY} as day, entry ->> 'value_date' as value_day, ${referencesIn(sql.fragment`details`)} as references, left(${textOfDebit}, ${MOST_TEXT}) as text
    from (${among(end_customer_id, wanted)}) found
    -- sql.md: offset 0
    cross join lateral (${rowOfFound(end_customer_id)} offset 0) camt053_entries
    -- sql.md: offset 0
    cross join lateral (select ${toldDetails} as details offset 0) told
    cross join lateral (${amount}) used
    where end_customer_id = ${end_customer_id} and ${isMeant} and ${ROW_DAY} >= ${from}::date
      and not ${namesOurs} and (
        otherwise_minor = any(${sql.array(amounts.map(String), 'int8')})
        or ${accountOfOther(sql.fragment`details`)} = any(${sql.array(ibans, 'text')})
        or ${hasReference(sql.fragment`details`, references)}
      )
    order by camt053_entries.entry_id desc
    limit ${MOST_DEBITS}
  `)
}
