import { returnsIn } from '../../bank/details-of-entries.ts'
import { ROW_DAY } from '../../bank/entry-day.ts'
import { sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'

/** Where a debit is told: a bank statement, or a notification. Its id is that of the bank entry there. */
export type KindOfTold = 'camt053_entry' | 'camt054_entry'

/** So many days after the day that the bank has stated it has booked what it announced, or does not book it. */
const DAYS_AWAITED = 10

/** Of its booking or of its value: what is announced names the one, or the other, or both. */
const lastDay = (day: Fragment) => sql.fragment`greatest(${day}, valid_day(entry ->> 'value_date'))`

const NOTIFIED_DAY = sql.fragment`coalesce(notified.day, (notified.created_at at time zone 'Europe/Zurich')::date)`

/** @source ISO 20022 ExternalEntryStatus1Code: PDNG (pending), FUTR (future) */
const isAnnounced = sql.fragment`(
  not is_booked and entry ->> 'status' in ('PDNG', 'FUTR') and not ${returnsIn(sql.fragment`entry`)}
)`

/** Debits of bank statements under names that those of notifications have, too. */
export function debitsOfStatements(end_customer_id: string, condition: Fragment): Fragment {
  return sql.fragment`
    select 'camt053_entry' as kind, entry_id as id, end_customer_id, import_id, account, currency, amount_minor, entry, created_at,
      ${lastDay(ROW_DAY)} as day
    from camt053_entries
    where end_customer_id = ${end_customer_id} and credit_debit = 'DBIT' and not is_reversal
      and coalesce(repeat_state = 'new', true) and ${condition}
  `
}

/** The same of notifications, `notified`, that no bank statement has. */
export function debitsOfNotifications(end_customer_id: string, condition: Fragment): Fragment {
  return sql.fragment`
    select 'camt054_entry' as kind, notification_id as id, end_customer_id, import_id, account, currency, amount_minor, entry, created_at,
      ${lastDay(NOTIFIED_DAY)} as day
    from camt054_entries notified
    where notified.end_customer_id = ${end_customer_id} and notified.state = 'waiting' and credit_debit = 'DBIT'
      and not is_reversal and ${condition}
  `
}

/** What the bank has announced and not booked, wherever it says so. */
export function announcedDebits(end_customer_id: string): Fragment {
  return sql.fragment`
    ${debitsOfStatements(end_customer_id, isAnnounced)}
    union all
    ${debitsOfNotifications(end_customer_id, isAnnounced)}
  `
}

/** Whether what was announced for a `day` may still come. */
export function isStillAwaited(today: string): Fragment {
  return sql.fragment`day >= ${today}::date - ${DAYS_AWAITED}::integer`
}

/** Of a row of bank entries or notifications: a debit that is announced. */
export const isAnnouncedDebit = sql.fragment`(${isAnnounced} and credit_debit = 'DBIT' and not is_reversal)`
