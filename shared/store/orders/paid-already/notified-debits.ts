import {
  instructedIn,
  MOST_NAME,
  MOST_TEXT,
  type OpenDebit,
  referencesIn,
  textOfDebit,
} from '../../bank/open-movements.ts'
import { accountOfOther } from '../../bank/partners-of-accounts.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { endToEndIdsIn, paymentInformationIdsIn } from '../../open-items/ids-of-debits.ts'
import { tellsDebit, tellsReturn } from '../notified-payments.ts'
import { isPartOfNoOrder, type PartOfDebit, partOfDebit } from './parts-of-debits.ts'

/** A debit as a notification (camt.054) tells it; its ids are those of the notification. */
export type NotifiedDebit = OpenDebit & {
  /** A bank statement has a booking that may be it: that counts. */
  readonly is_in_statement: boolean
  /** A bank statement has a booking of a name that it has. */
  readonly is_named_in_statement: boolean
}

const MOST_NOTIFIED = 2_000
const MOST_PARTS = 5_000
/** Days between a notification and its booking. */
const DAYS_APART = 5

const details = sql.fragment`notified.entry -> 'tx_details'`
const endToEndIds = endToEndIdsIn(details)
const paymentInformationIds = paymentInformationIdsIn(sql.fragment`notified.entry`)

/** Another notification has taken all of it back: it has a name of it, and its amount. */
const isTakenBack = sql.fragment`exists (
  select from camt054_entries back
  where back.end_customer_id = notified.end_customer_id and back.account = notified.account and ${tellsReturn}
    and (back.currency, back.amount_minor) = (notified.currency, notified.amount_minor)
    and coalesce(back.day >= notified.day, true) and (
      back.join_references ->> 'servicer' = notified.join_references ->> 'servicer' or exists (
        select from jsonb_array_elements(back.entry -> 'tx_details') tx
        where tx ->> 'end_to_end_id' = any(${endToEndIds}) and upper(tx ->> 'end_to_end_id') <> 'NOTPROVIDED'
      )
    )
)`

const toldTo = (end_customer_id: string) => sql.fragment`
  notified.end_customer_id = ${end_customer_id} and ${tellsDebit} and not ${isTakenBack}
`

const isInStatement = sql.fragment`exists (
  select from camt053_entries booked
  where booked.end_customer_id = notified.end_customer_id
    and booked.booking_date between notified.day - ${DAYS_APART}::integer and notified.day + ${DAYS_APART}::integer
    and booked.account = any(bank_account_names(notified.end_customer_id, notified.account))
    and (booked.currency, booked.amount_minor, booked.credit_debit) = (notified.currency, notified.amount_minor, 'DBIT')
    and booked.is_booked and not booked.is_reversal
)`

const isNamedInStatement = sql.fragment`exists (
  select from bank_entry_names named
  where named.end_customer_id = notified.end_customer_id
    and named.name = any(array(select upper(id) from unnest(${endToEndIds} || ${paymentInformationIds}) id))
)`

/** Those whose booking no bank statement has; the latest where there are very many. What is told of each is looked up for these alone. */
export function findNotifiedDebits(db: Db, end_customer_id: string): Promise<readonly NotifiedDebit[]> {
  return db.any(sql.type(row<NotifiedDebit>())`
    select notification_id as id, notification_id as entry_id, import_id, currency, amount_minor, amount_minor as booked_minor,
      ${referencesIn(sql.fragment`details`)} as references, left(${textOfDebit}, ${MOST_TEXT}) as text,
      left(details #>> '{0,creditor_name}', ${MOST_NAME}) as name,
      ${accountOfOther(sql.fragment`details`)} as account_of_other,
      ${instructedIn('currency')} as instructed_currency, ${instructedIn('amount_minor')}::bigint as instructed_minor,
      day, entry ->> 'value_date' as value_day, bank_account_of(end_customer_id, account) as bank_account,
      ${endToEndIds} as end_to_end_ids, ${paymentInformationIds} as payment_information_ids,
      ${isInStatement} as is_in_statement, ${isNamedInStatement} as is_named_in_statement
    from (
      select notification_id, end_customer_id, import_id, account, day, currency, amount_minor, join_references, entry
      from camt054_entries notified
      where notified.end_customer_id = ${end_customer_id} and ${tellsDebit}
      order by notification_id desc
      limit ${MOST_NOTIFIED}
    ) notified
    cross join lateral (select ${details} as details) told
    where not ${isTakenBack}
    order by notification_id desc
  `)
}

/** Their payments, where they have several; none that names a payment or batch of ours. */
export function findPartsOfNotified(db: Db, end_customer_id: string): Promise<readonly PartOfDebit[]> {
  return db.any(sql.type(row<PartOfDebit>())`
    select ${partOfDebit(sql.fragment`notification_id`)}, day, notified.entry ->> 'value_date' as value_day
    from camt054_entries notified
    cross join lateral jsonb_array_elements(${details}) with ordinality as listed (payment, place)
    where ${toldTo(end_customer_id)} and jsonb_array_length(${details}) > 1 and not ${isInStatement}
      and not ${isNamedInStatement} and ${isPartOfNoOrder(paymentInformationIds)}
    order by notification_id desc, place
    limit ${MOST_PARTS}
  `)
}
