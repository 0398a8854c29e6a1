import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import type { PageOfStatement } from './entries-of-statements.ts'

/** What bank statements book on each day, by their places among those asked for. */
export function listBookedOnDays(db: Db, end_customer_id: string, pages: readonly PageOfStatement[]) {
  return db.any(sql.type(row<{ place: number; day: string; net_minor: bigint; entry_count: number }>())`
    with linked as materialized (
      select distinct entry_id, place
      from ${recordset('page', { import_id: 'uuid', statement_number: 'int4', place: 'int4' }, pages)}
      join camt053_statement_entries linked using (import_id, statement_number)
      where linked.end_customer_id = ${end_customer_id}
    )
    select place, booking_date as day,
      sum(case credit_debit when 'CRDT' then amount_minor else -amount_minor end)::bigint as net_minor, count(*)::integer as entry_count
    from linked
    -- sql.md: lateral limit 1
    cross join lateral (
      select booking_date, credit_debit, amount_minor, is_booked from camt053_entries
      where end_customer_id = ${end_customer_id} and camt053_entries.entry_id = linked.entry_id
      limit 1
    ) entry
    where is_booked and booking_date is not null
    group by place, booking_date
  `)
}
