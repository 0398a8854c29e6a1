import type { RoomChange } from '../../../accounting/amounts/day-with-room.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'

/**
 * What uses of a bank entry have taken and given back on which days. Empty, and without a look at them, where nothing was
 * given back after the day: what is left of it counts then.
 *
 * @param payment_id null for all uses of the bank entry
 */
export function findRoomOfBankEntry(
  db: Db,
  end_customer_id: string,
  { entry_id, payment_id }: { readonly entry_id: string; readonly payment_id: string | null },
  day: string,
): Promise<readonly RoomChange[]> {
  const ofPayment = payment_id === null ? sql.fragment`true` : sql.fragment`payment_id = ${payment_id}`
  return db.any(sql.type(row<RoomChange>())`
    select date::text, sum(amount_minor)::bigint as amount_minor
    from ${usesByDay(sql.fragment`${end_customer_id}::uuid`, sql.fragment`${entry_id}::uuid`)} used
    where ${ofPayment} and exists (
      select from bank_entry_uses given
      where given.end_customer_id = ${end_customer_id} and given.entry_id = ${entry_id} and given_back_on > ${day}
    )
    group by date
    order by date
  `)
}

/** Uses that stand take from their day on, or from ever where they are not booked yet; others took until they were given back. */
export function usesByDay(customer: Fragment, entry: Fragment): Fragment {
  return sql.fragment`(
    select coalesce(posting_date, '0001-01-01') as date, payment_id, -amount_minor as amount_minor
    from bank_entry_uses
    where end_customer_id = ${customer} and entry_id = ${entry} and state <> 'released'
    union all
    select date, payment_id, amount from bank_entry_uses
    cross join lateral (values (posting_date, -amount_minor), (given_back_on, amount_minor)) span (date, amount)
    where end_customer_id = ${customer} and entry_id = ${entry} and state = 'released' and posting_date < given_back_on
  )`
}
