import { type Db, row, sql } from '../../db/database.ts'
import { keysetPage } from '../../db/filters.ts'
import { listPage, type SizedPage } from '../../db/pages/list-page.ts'
import { recordset } from '../../db/recordset.ts'
import type { ReturnScope } from '../tax-accounts.ts'
import { settlingEntries } from './settled-tax.ts'
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

/** Entries of some days in the order of the list: those behind one place, up to another. */
export type EntrySlice = ReturnScope & { readonly behind: EntryPlace; readonly last: EntryPlace }
export type EntryPlace = Pick<EntryPosition, 'posting_date' | 'entry_number'>

/** The next entries of some days, so many at most; null where there are no others. */
export async function findSlice(
  db: Db,
  days: ReturnScope,
  behind: EntryPlace,
  most: number,
): Promise<EntrySlice | null> {
  const { end_customer_id, from, to, as_of } = days
  const last = await db.maybeOne(sql.type(row<EntryPlace>())`
    select posting_date, entry_number from (
      select posting_date, entry_number from journal_entries
      where end_customer_id = ${end_customer_id} and posting_date between ${from} and ${to} and entry_number <= ${as_of}
        and (posting_date, entry_number) > (${behind.posting_date}::date, ${behind.entry_number})
      order by posting_date, entry_number
      limit ${most}
    ) entry
    order by posting_date desc, entry_number desc
    limit 1
  `)
  return last && { ...days, behind, last }
}

/** An entry between is read faster than runs of entries begin. */
const BETWEEN = 30

/** The parts of a slice that have the keys of some sums. All of its entries are read. */
export function listMovedParts(
  db: Db,
  { end_customer_id, from, to, as_of, behind, last }: EntrySlice,
  keys: readonly Omit<MovementOfMonth, 'amount_minor' | 'parts' | 'period_start'>[],
  after: EntryPosition | null,
  limit: number,
  most_bytes: number,
): Promise<SizedPage<ReconciledPartRow>> {
  const parts = sql.fragment`
    with slice as materialized (
      select entry_number, entry_number - lag(entry_number, 1, 0::bigint) over (order by entry_number) > ${BETWEEN} as is_far
      from journal_entries
      where end_customer_id = ${end_customer_id} and posting_date between ${from} and ${to} and entry_number <= ${as_of}
        and (posting_date, entry_number) > (${behind.posting_date}::date, ${behind.entry_number})
        and (posting_date, entry_number) <= (${last.posting_date}::date, ${last.entry_number})
    ), run as materialized (
      select min(entry_number) as first_entry, max(entry_number) as last_entry
      from (select entry_number, count(*) filter (where is_far) over (order by entry_number) as run from slice) numbered
      group by run
    ), found as materialized (
      select entry_number, line_number, part_number, posting_date, account_code, counter_code, tax_code, form_figure,
        amount_minor
      from run
      cross join lateral taxed_movements_between(${end_customer_id}, first_entry - 1, last_entry) moved
      join slice using (entry_number)
      join ${recordset('wanted', KEY, keys)} using (
        part, entry_type, account_code, counter_code, kind, tax_code, direction, form_figure, activity_id
      )
      ${keysetPage({ conditions: [], key: ORDER, after: valuesOf(after), limit: limit + 1 })}
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
      credit_minor::numeric - debit_minor as amount_minor
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
