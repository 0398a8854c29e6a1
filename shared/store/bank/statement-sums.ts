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
    ), judged as (
      select place, linked.entry_id, ${SIGNED_AMOUNT} as amount_minor, repeat_state = 'undecided' and exists (
        select from linked other where other.entry_id = entry.possible_repeat_of and other.place < linked.place
      ) is true as is_suspect, first_place < linked.place as is_known
      from linked
      -- sql.md: lateral limit 1
      cross join lateral (
        select currency, is_booked, booking_date, created_at, credit_debit, amount_minor, repeat_state, possible_repeat_of
        from camt053_entries
        where end_customer_id = ${end_customer_id} and camt053_entries.entry_id = linked.entry_id
        limit 1
      ) entry
      where is_booked and currency = ${currency} and (not is_cut or ${ENTRY_DAY} <= ${date})
    )
    select place, sum(amount_minor)::bigint as net_minor,
      coalesce(sum(amount_minor) filter (where is_known), 0)::bigint as common_minor,
      coalesce(sum(amount_minor) filter (where is_suspect and not is_known), 0)::bigint as suspected_minor,
      coalesce(array_agg(entry_id) filter (where is_suspect and not is_known), '{}') as suspects,
      (count(*) filter (where is_suspect is not true and not is_known))::integer as new_count
    from judged
    group by place
  `)
}
