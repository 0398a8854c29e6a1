import type { Category } from '../../../contract/vat/vat-reconciliation.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { keysetPage } from '../../db/filters.ts'
import { listPage, type SizedPage } from '../../db/pages/list-page.ts'
import { recordset } from '../../db/recordset.ts'
import type { ReturnScope } from '../tax-accounts.ts'
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
  category: Category
}

/** The movements that are asked for: what they are, and with which sign they count. */
export type WantedMovement = Omit<MovementOfMonth, 'amount_minor' | 'parts' | 'period_start'> & {
  readonly category: Category
  readonly share: bigint
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
  category: 'text',
  share: 'int8',
} as const
const ORDER = ['posting_date', 'entry_number', 'line_number', 'part_number']

/** Where an entry stands in the list. */
export type EntryPlace = Pick<EntryPosition, 'posting_date' | 'entry_number'>

/**
 * The next entries of some days in the order of the list, so many at most. Where all that is wanted stands on lines of few
 * accounts, their lines name the entries: of the others, which may be nearly all of a month, none is looked at.
 *
 * @param accounts those of the wanted parts; null: a part may have none
 */
export async function findSlice(
  db: Db,
  days: ReturnScope,
  accounts: readonly string[] | null,
  behind: EntryPlace,
  most: number,
): Promise<readonly EntryPlace[]> {
  const { end_customer_id, from, to, as_of } = days
  if (accounts !== null)
    return db.any(sql.type(row<EntryPlace>())`
      select posting_date, entry_number from entries_on_accounts(
        ${end_customer_id}, ${sql.array(accounts, 'text')}, ${from}, ${to}, ${as_of}, ${behind.posting_date},
        ${behind.entry_number}, ${most}
      )
      order by posting_date, entry_number
    `)
  return db.any(sql.type(row<EntryPlace>())`
    select posting_date, entry_number from journal_entries
    where end_customer_id = ${end_customer_id} and posting_date between ${from} and ${to} and entry_number <= ${as_of}
      and (posting_date, entry_number) > (${behind.posting_date}::date, ${behind.entry_number})
    order by posting_date, entry_number
    limit ${most}
  `)
}

/** An entry between is read faster than runs of entries begin. */
const BETWEEN = 30

/** The parts of some entries that have the keys of some sums. All of these entries are read. */
export function listMovedParts(
  db: Db,
  end_customer_id: string,
  entries: readonly EntryPlace[],
  keys: readonly WantedMovement[],
  after: EntryPosition | null,
  limit: number,
  most_bytes: number,
): Promise<SizedPage<ReconciledPartRow>> {
  const numbers = entries.map(({ entry_number }) => entry_number)
  const parts = sql.fragment`
    with slice as materialized (
      select entry_number, entry_number - lag(entry_number, 1, 0::bigint) over (order by entry_number) > ${BETWEEN} as is_far
      from unnest(${sql.array(numbers, 'int8')}) entry (entry_number)
    ), run as materialized (
      select min(entry_number) as first_entry, max(entry_number) as last_entry
      from (select entry_number, count(*) filter (where is_far) over (order by entry_number) as run from slice) numbered
      group by run
    ), found as materialized (
      select entry_number, line_number, part_number, posting_date, account_code, counter_code, tax_code, form_figure,
        share * amount_minor as amount_minor, category
      from run
      cross join lateral taxed_movements_between(${end_customer_id}, first_entry - 1, last_entry) moved
      join slice using (entry_number)
      join ${recordset('wanted', KEY, keys)} using (
        part, entry_type, account_code, counter_code, kind, tax_code, direction, form_figure, activity_id
      )
      ${keysetPage({ conditions: [], key: ORDER, after: valuesOf(after), limit: limit + 1 })}
    )
    select journal_entry_id, found.entry_number, line_number, part_number, found.posting_date, description, account_code,
      counter_code, tax_code, form_figure, amount_minor, category
    from found
    -- sql.md: lateral limit 1
    cross join lateral (
      select journal_entry_id, description from journal_entries
      where journal_entries.end_customer_id = ${end_customer_id} and journal_entries.entry_number = found.entry_number
      limit 1
    ) entry
    order by found.posting_date, found.entry_number, line_number, part_number
  `
  return listPage<ReconciledPartRow>(db, parts, limit, most_bytes)
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
