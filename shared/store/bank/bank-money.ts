import type { BankMoney } from '../../accounting/bank/reconciliation/reconciliation.ts'
import { type Db, row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import { ENTRY_DAY } from './entry-day.ts'
import { type ReconciledLedgerAccount, SIGNED_AMOUNT } from './reconciliation.ts'

/** A page of a bank statement; `place` is that of the bank statement among the others. */
export type StatementPage = {
  readonly import_id: string
  readonly statement_number: number
  readonly place: number
  readonly is_cut: boolean
}
const STATEMENT_PAGE = { import_id: 'uuid', statement_number: 'int4', place: 'int4', is_cut: 'bool' } as const

/** What booked entries of bank statements come to, by the bank statements that have them; possible repeats one by one. */
export function listBankMoney(
  db: Db,
  end_customer_id: string,
  { currency }: ReconciledLedgerAccount,
  date: string,
  pages: readonly StatementPage[],
) {
  return db.any(sql.type(row<BankMoney>())`
    with recursive linked as materialized (
      select entry_id, array_agg(distinct place) as places,
        coalesce(array_agg(distinct place) filter (where not is_cut), '{}') as whole_places
      from ${recordset('page', STATEMENT_PAGE, pages)}
      join camt053_statement_entries linked using (import_id, statement_number)
      where linked.end_customer_id = ${end_customer_id}
      group by entry_id
    ), booked as materialized (
      select linked.entry_id, ${SIGNED_AMOUNT} as amount_minor,
        case when ${ENTRY_DAY} <= ${date} then places else whole_places end as places,
        case repeat_state when 'undecided' then possible_repeat_of end as may_repeat
      from linked
      -- sql.md: lateral limit 1
      cross join lateral (
        select currency, is_booked, booking_date, stated_day, created_at, credit_debit, amount_minor, repeat_state, possible_repeat_of
        from camt053_entries
        where end_customer_id = ${end_customer_id} and camt053_entries.entry_id = linked.entry_id
        limit 1
      ) entry
      where is_booked and currency = ${currency} and (whole_places <> '{}' or ${ENTRY_DAY} <= ${date})
    ), climbing (entry_id, root, distance) as (
      select entry_id, may_repeat, 1 from booked where may_repeat is not null
      union
      select climbing.entry_id, may_repeat, distance + 1
      from climbing join booked on booked.entry_id = root
      where may_repeat is not null and distance < 100
    ), family as materialized (
      -- Those that may repeat one bank entry may be each other as well, and that one.
      select distinct on (entry_id) entry_id, root from climbing order by entry_id, distance desc
    ), roots as materialized (
      -- Looked up, not joined: where PostgreSQL expects one row of each, it joins all with all.
      select coalesce(jsonb_object_agg(entry_id, root), '{}') as of_entries, coalesce(jsonb_object_agg(root, true), '{}') as known
      from family
    ), related as materialized (
      select places, amount_minor, jsonb_exists((select known from roots), root::text) as is_related, entry_id, root, is_repeat
      from (
        select places, amount_minor, entry_id, may_repeat is not null as is_repeat,
          coalesce(((select of_entries from roots) ->> entry_id::text)::uuid, entry_id) as root
        from booked
      ) rooted
    )
    select places, sum(amount_minor)::bigint as net_minor,
      coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::bigint as credit_minor, count(*)::integer as entry_count,
      single_id as entry_id, single_root as root, single_repeat as is_repeat
    from (
      select places, amount_minor, case when is_related then entry_id end as single_id,
        case when is_related then root end as single_root, is_related and is_repeat as single_repeat
      from related
    ) money
    group by places, single_id, single_root, single_repeat
    order by single_id, places
  `)
}
