import { type Db, sql } from '../../db/database.ts'
import { keysetPage } from '../../db/filters.ts'
import { listPage, type SizedPage } from '../../db/pages/list-page.ts'
import type { ReturnScope } from '../tax-accounts.ts'
import type { EntryPosition, ReconciledPartRow } from './reconciled-entries.ts'
import { settlingEntries } from './settled-tax.ts'

/** Lines of a tax account that have no record, in entries that settle returns or in others. */
export function listUntaxedLines(
  db: Db,
  scope: ReturnScope,
  account_code: string,
  settlement: readonly string[],
  isSettled: boolean,
  after: EntryPosition | null,
  limit: number,
): Promise<SizedPage<ReconciledPartRow>> {
  const { end_customer_id, from, to, as_of } = scope
  // Few entries settle returns: their lines are read, and not all of the account.
  const source = isSettled
    ? sql.fragment`
      (${settlingEntries(scope, settlement)}) settled
      -- sql.md: lateral in order
      cross join lateral (
        select end_customer_id, entry_number, line_number, posting_date, account_code, debit_minor, credit_minor, tax, tax_due
        from journal_lines
        where end_customer_id = ${end_customer_id} and journal_lines.entry_number = settled.entry_number
        order by line_number
      ) line`
    : sql.fragment`journal_lines line`
  const lines = sql.fragment`
    select journal_entry_id, line.entry_number, line_number, 1::bigint as part_number, line.posting_date, description,
      account_code, '' as counter_code, '' as tax_code, '' as form_figure,
      credit_minor::numeric - debit_minor as amount_minor, ${isSettled ? 'transferred' : 'other'}::text as category
    from ${source}
    -- sql.md: lateral limit 1
    cross join lateral (
      select journal_entry_id, description from journal_entries
      where journal_entries.end_customer_id = ${end_customer_id} and journal_entries.entry_number = line.entry_number
        and entry_type not in ('opening', 'closing')
      limit 1
    ) entry
    ${keysetPage({
      conditions: [
        sql.fragment`line.end_customer_id = ${end_customer_id} and account_code = ${account_code}`,
        sql.fragment`line.posting_date between ${from} and ${to} and line.entry_number <= ${as_of}`,
        sql.fragment`tax is null and tax_due is null`,
        !isSettled && sql.fragment`line.entry_number not in (${settlingEntries(scope, settlement)})`,
        after && sql.fragment`line.posting_date >= ${after.posting_date}`,
      ],
      key: ['line.posting_date', 'line.entry_number', 'line_number'],
      after: after && [after.posting_date, after.entry_number, after.line_number],
      limit: limit + 1,
    })}
  `
  return listPage<ReconciledPartRow>(db, lines, limit)
}
