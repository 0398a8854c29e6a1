import type { StatementSums } from '../../accounting/bank/reconciliation/reconciliation.ts'
import { type Db, row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import { ENTRY_DAY, type ReconciledLedgerAccount, SIGNED_AMOUNT } from './reconciliation.ts'

/** A page of a bank statement; `place` is that of the bank statement among the others. */
export type StatementPage = {
  readonly import_id: string
  readonly statement_number: number
  readonly place: number
  readonly is_cut: boolean
}
const STATEMENT_PAGE = { import_id: 'uuid', statement_number: 'int4', place: 'int4', is_cut: 'bool' } as const

/** What booked entries of bank statements come to, and what of it those of an earlier place have. */
export function listStatementSums(
  db: Db,
  end_customer_id: string,
  { currency }: ReconciledLedgerAccount,
  date: string,
  pages: readonly StatementPage[],
) {
  return db.any(sql.type(row<StatementSums & { place: number }>())`
    with recursive linked as materialized (
      select entry_id, place, bool_or(is_cut) as is_cut, min(place) over (partition by entry_id) as first_place
      from ${recordset('page', STATEMENT_PAGE, pages)}
      join camt053_statement_entries linked using (import_id, statement_number)
      where linked.end_customer_id = ${end_customer_id}
      group by entry_id, place
    ), booked as materialized (
      select place, linked.entry_id, first_place < linked.place as is_known, ${SIGNED_AMOUNT} as amount_minor,
        case repeat_state when 'undecided' then possible_repeat_of end as may_repeat
      from linked
      -- sql.md: lateral limit 1
      cross join lateral (
        select currency, is_booked, booking_date, created_at, credit_debit, amount_minor, repeat_state, possible_repeat_of
        from camt053_entries
        where end_customer_id = ${end_customer_id} and camt053_entries.entry_id = linked.entry_id
        limit 1
      ) entry
      where is_booked and currency = ${currency} and (not is_cut or ${ENTRY_DAY} <= ${date})
    ), climbing (entry_id, root, distance) as (
      select distinct entry_id, may_repeat, 1 from booked where may_repeat is not null
      union
      select climbing.entry_id, may_repeat, distance + 1
      from climbing join booked on booked.entry_id = root
      where may_repeat is not null and distance < 100
    ), family as materialized (
      -- Those that may repeat one bank entry may be each other as well, and that one.
      select distinct on (entry_id) entry_id, root from climbing order by entry_id, distance desc
    ), related as materialized (
      select place, booked.entry_id, is_known, may_repeat, coalesce(family.root, booked.entry_id) as root
      from booked left join family using (entry_id)
      where coalesce(family.root, booked.entry_id) in (select root from family)
    ), suspected as (
      select place, entry_id, case when may_repeat is null then before.entry_ids[1] else entry_id end as suspect
      from (
        select place, entry_id, may_repeat, is_known, root,
          row_number() over (partition by place, root, is_known order by entry_id) as number,
          count(*) filter (where is_known) over (partition by place, root) as known_count
        from related
      ) later
      cross join lateral (
        select array_agg(earlier.entry_id order by earlier.place, earlier.entry_id) as entry_ids
        from related earlier
        where earlier.root = later.root and earlier.place < later.place and not earlier.is_known
      ) before
      -- Each of them repeats another one.
      where not is_known and number + known_count <= cardinality(before.entry_ids)
    )
    select place, sum(amount_minor)::bigint as net_minor,
      coalesce(sum(amount_minor) filter (where is_known), 0)::bigint as common_minor,
      coalesce(sum(amount_minor) filter (where suspect is not null and not is_known), 0)::bigint as suspected_minor,
      coalesce(array_agg(suspect) filter (where suspect is not null and not is_known), '{}') as suspects,
      (count(*) filter (where suspect is null and not is_known))::integer as new_count
    from booked left join suspected using (place, entry_id)
    group by place
  `)
}
