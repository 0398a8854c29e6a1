import type { EntriesOutside } from '../../../camt053/repeats/prove-overlap.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { entriesOf } from './undecided-repeats.ts'

/** More of one day have more sums than are tried. */
const MOST_OF_DAY = 10_000

/**
 * Bank entries of a bank statement that a part of it does not have, by the days on which the part has its own.
 *
 * @param keys of the longer bank statement; `same` are bank entries of it that the part has as well
 */
export async function addUpEntriesOutside(
  db: Db,
  end_customer_id: string,
  keys: readonly string[],
  part_keys: readonly string[],
  same: readonly string[],
): Promise<EntriesOutside> {
  type Row = { before_minor: string; of_day: readonly string[]; between_count: number }
  const { before_minor, of_day, between_count } = await db.one(sql.type(row<Row>())`
    with part as materialized (${entriesOf(end_customer_id, part_keys)}),
    days as materialized (
      select min(booking_date) as first_day, max(booking_date) as last_day
      from camt053_entries where end_customer_id = ${end_customer_id} and entry_id in (table part)
    ), outside as (
      select case credit_debit when 'CRDT' then amount_minor else -amount_minor end as signed_minor,
        case
          when booking_date is null or booking_date = first_day and booking_date = last_day then 'of_day'
          when booking_date <= first_day then 'before'
          when booking_date < last_day then 'between'
        end as place
      from camt053_entries, days
      where end_customer_id = ${end_customer_id} and is_booked
        and entry_id in (${entriesOf(end_customer_id, keys)} except table part)
        and entry_id <> all(${sql.array(same, 'uuid')})
    )
    select coalesce(sum(signed_minor) filter (where place = 'before'), 0)::text as before_minor,
      count(*) filter (where place = 'between')::integer as between_count,
      coalesce((array_agg(signed_minor::text) filter (where place = 'of_day'))[:${MOST_OF_DAY}::integer], '{}') as of_day
    from outside
  `)
  return { before_minor: BigInt(before_minor), of_day: of_day.map(BigInt), between_count }
}
