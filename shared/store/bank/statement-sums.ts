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
    with linked as materialized (
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
    ), suspected as (
      select place, entry_id, (array_agg(suspect order by place_before))[1] as suspect
      from (
        select later.place, later.entry_id, later.entry_id as suspect, earlier.place as place_before
        from booked later join booked earlier on earlier.entry_id = later.may_repeat and earlier.place < later.place
        union all
        -- The later bank statement was imported first, so the earlier one has the suspect.
        select later.place, later.entry_id, earlier.entry_id, earlier.place
        from booked later join booked earlier on earlier.may_repeat = later.entry_id and earlier.place < later.place
      ) pair
      group by place, entry_id
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
