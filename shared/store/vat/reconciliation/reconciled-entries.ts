import { type Db, row, sql } from '../../db/database.ts'
import { keysetPage } from '../../db/filters.ts'
import { listPage, type SizedPage } from '../../db/pages/list-page.ts'
import { recordset } from '../../db/recordset.ts'
import type { ReturnScope } from '../tax-accounts.ts'
import { filingEntries } from './settled-tax.ts'
import type { MovementOfMonth } from './taxed-movements.ts'

export type ReconciledPartRow = {
  journal_entry_id: string
  entry_number: bigint
  line_number: number
  part_number: bigint
  posting_date: string
  description: string
  account_code: string
  counter_code: string
  tax_code: string
  form_figure: string
  amount_minor: string
}

/** The order of the list: by date, then as in the journal. */
export type EntryPosition = Pick<ReconciledPartRow, 'posting_date' | 'entry_number' | 'line_number' | 'part_number'>

const KEY = {
  part: 'text',
  entry_type: 'text',
  account_code: 'text',
  counter_code: 'text',
  kind: 'text',
  tax_code: 'text',
  direction: 'text',
  form_figure: 'text',
  activity_id: 'text',
} as const
const ORDER = ['posting_date', 'entry_number', 'line_number', 'part_number']

/** The parts of some days that have the keys of some sums. The entries of these days are read, so ask for few of them. */
export function listMovedParts(
  db: Db,
  { end_customer_id, from, to, as_of }: ReturnScope,
  keys: readonly Omit<MovementOfMonth, 'amount_minor' | 'parts' | 'period_start'>[],
  after: EntryPosition | null,
  limit: number,
  most_bytes: number,
): Promise<SizedPage<ReconciledPartRow>> {
  const parts = sql.fragment`
    with day as materialized (
      select min(entry_number) as first_entry, max(entry_number) as last_entry from journal_entries
      where end_customer_id = ${end_customer_id} and posting_date between ${from} and ${to} and entry_number <= ${as_of}
    ), found as materialized (
      select moved.entry_number, line_number, part_number, posting_date, account_code, counter_code, tax_code, form_figure,
        amount_minor
      from day
      cross join lateral taxed_movements_between(${end_customer_id}, first_entry - 1, last_entry) moved
      join ${recordset('wanted', KEY, keys)} using (
        part, entry_type, account_code, counter_code, kind, tax_code, direction, form_figure, activity_id
      )
      ${keysetPage({ conditions: [sql.fragment`posting_date between ${from} and ${to}`], key: ORDER, after: valuesOf(after), limit: limit + 1 })}
    )
    select journal_entry_id, found.entry_number, line_number, part_number, found.posting_date, description, account_code,
      counter_code, tax_code, form_figure, amount_minor
    from found
    join journal_entries entry on entry.end_customer_id = ${end_customer_id} and entry.entry_number = found.entry_number
    order by found.posting_date, found.entry_number, line_number, part_number
  `
  return listPage<ReconciledPartRow>(db, parts, limit, most_bytes)
}

/** Lines of a tax account that have no record, in entries that settle returns or in others. */
export function listUntaxedLines(
  db: Db,
  { end_customer_id, from, to, as_of }: ReturnScope,
  account_code: string,
  settlement: readonly string[],
  isSettled: boolean,
  after: EntryPosition | null,
  limit: number,
): Promise<SizedPage<ReconciledPartRow>> {
  const settles = sql.fragment`(
    exists (
      select from journal_lines other
      where other.end_customer_id = ${end_customer_id} and other.entry_number = line.entry_number
        and other.account_code = any(${sql.array(settlement, 'text')})
    )
    or line.entry_number in (select entry_number from ${filingEntries(end_customer_id)} filing)
  )`
  const lines = sql.fragment`
    select journal_entry_id, line.entry_number, line_number, 1::bigint as part_number, line.posting_date, description,
      account_code, '' as counter_code, '' as tax_code, '' as form_figure,
      credit_minor::numeric - debit_minor as amount_minor
    from journal_lines line
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
        isSettled ? settles : sql.fragment`not ${settles}`,
        after && sql.fragment`line.posting_date >= ${after.posting_date}`,
      ],
      key: ['line.posting_date', 'line.entry_number', 'line_number'],
      after: after && [after.posting_date, after.entry_number, after.line_number],
      limit: limit + 1,
    })}
  `
  return listPage<ReconciledPartRow>(db, lines, limit)
}

/** The position of an entry's part, for a cursor; null for an unknown entry. */
export function findEntryPosition(
  db: Db,
  end_customer_id: string,
  journal_entry_id: string,
  line_number: number,
  part_number: bigint,
): Promise<EntryPosition | null> {
  return db.maybeOne(sql.type(row<EntryPosition>())`
    select posting_date, entry_number, ${line_number}::integer as line_number, ${part_number}::bigint as part_number
    from journal_entries where end_customer_id = ${end_customer_id} and journal_entry_id = ${journal_entry_id}
  `)
}

function valuesOf(after: EntryPosition | null) {
  return after && [after.posting_date, after.entry_number, after.line_number, after.part_number]
}
