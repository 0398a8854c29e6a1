import { sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'

/**
 * The day of a bank entry: its booking date, else what its file says beside (stated_day.sql). Only rows that a process of the
 * release before imports know no other day than that of their import.
 *
 * @param entry what the query calls the row of camt053_entries
 */
function dayOfEntry(entry: Fragment) {
  return sql.fragment`coalesce(
    ${entry}.booking_date, ${entry}.stated_day, (${entry}.created_at at time zone 'Europe/Zurich')::date
  )`
}

export const ENTRY_DAY = dayOfEntry(sql.fragment`entry`)
/** Where the row has no other name: `entry` is what the bank says, then. */
export const ROW_DAY = dayOfEntry(sql.fragment`camt053_entries`)

/** The day of a payment: that of its bank entry. */
export const PAYMENT_DAY = sql.fragment`coalesce(payments.booking_date, (
  select ${ENTRY_DAY} from camt053_entries entry
  where entry.end_customer_id = payments.end_customer_id and entry.entry_id = payments.entry_id
))`
