import { sql } from '../db/database.ts'
import { allOf, type Fragment, keysetPage } from '../db/filters.ts'
import { type EntriesOfRecords, ON_ANOTHER_DAY, type RecordFilters, wantedOf } from './wanted-records.ts'

/** The order of the list: by date, then as in the journal. */
export type RecordPosition = {
  readonly posting_date: string
  readonly entry_number: bigint
  readonly line_number: number
  readonly record_number: number
}

const ORDER = ['day', 'number', 'line_number', 'record_number']

/**
 * The first records behind a position. Entries are read in the order of their days until the page is full; those whose tax counts
 * on other days are few, and have a page of their own.
 */
export function recordsOf(
  query: RecordFilters,
  entries: EntriesOfRecords,
  after: RecordPosition | null,
  limit: number,
): Fragment {
  const ofDays = entries.rare === null ? entriesOfDays(query, after) : rareEntries(query, entries.rare, entries.folded)
  const pages = [ofDays, ...(entries.has_other_days ? [entriesOfOtherDays(query)] : [])].map(
    (its) => sql.fragment`(${pageOf(query, its, after, limit)})`,
  )
  return sql.fragment`
    select entry_number, line_number, record_number, account_code, posting_date, kind, tax_code, direction, rate_bp,
      form_figure, activity_id, base_minor, tax_minor, is_sign_corrected, record
    from (${sql.join(pages, sql.fragment` union all `)}) page
    order by day, number, line_number, record_number
    limit ${limit}
  `
}

function pageOf(query: RecordFilters, entries: Fragment, after: RecordPosition | null, limit: number): Fragment {
  return sql.fragment`
    select day, number, entry_number, line_number, record_number, account_code, posting_date, kind, tax_code, direction,
      rate_bp, form_figure, activity_id, base_minor, tax_minor, is_sign_corrected, record.record
    from (
      -- sql.md: offset 0
      ${entries}
      offset 0
    ) entry
    cross join lateral tax_records_between(${query.end_customer_id}, number - 1, number) record
    ${keysetPage({
      conditions: [
        ...wantedOf(query),
        sql.fragment`day = posting_date`,
        after &&
          sql.fragment`(day, number, line_number, record_number)
            > (${after.posting_date}::date, ${after.entry_number}, ${after.line_number}, ${after.record_number})`,
      ],
      key: ORDER,
      after: null,
      limit,
    })}
  `
}

/** In the order of their days, of the months whose totals have such records, and those behind the watermark. */
function entriesOfDays(query: RecordFilters, after: RecordPosition | null): Fragment {
  const { end_customer_id } = query
  return sql.fragment`
    select entry_number as number, posting_date as day from journal_entries
    where end_customer_id = ${end_customer_id} and ${inBounds(query, sql.fragment`posting_date`)}
      and (posting_date, entry_number) >= (
        ${after?.posting_date ?? '0001-01-01'}::date, ${after?.entry_number ?? 0n}::bigint
      )
      and ${inMonthsWith(query)}
    order by posting_date, entry_number
  `
}

function inMonthsWith(query: RecordFilters): Fragment {
  const { end_customer_id } = query
  const wanted = wantedOf(query)
  if (!wanted.some(Boolean)) return sql.fragment`true`
  return sql.fragment`(
    entry_number > (select tax_entry_number from statement_watermarks where end_customer_id = ${end_customer_id})
    or date_trunc('month', posting_date::timestamp)::date = any(array(
      select period_start from tax_period_totals total
      where total.end_customer_id = ${end_customer_id} and ${allOf(wanted)}
    ))
  )`
}

/** Those that totals name, and all behind the watermark. */
function rareEntries(query: RecordFilters, rare: readonly string[], folded: bigint): Fragment {
  const { end_customer_id } = query
  return sql.fragment`
    select entry_number as number, posting_date as day from (
      select entry.entry_number, entry.posting_date
      from unnest(${sql.array(rare, 'int8')}) as named (entry_number)
      -- sql.md: lateral limit 1
      cross join lateral (
        select journal_entries.entry_number, posting_date from journal_entries
        where end_customer_id = ${end_customer_id} and journal_entries.entry_number = named.entry_number
        limit 1
      ) entry
      union all
      select entry_number, posting_date from journal_entries
      where end_customer_id = ${end_customer_id} and entry_number > ${folded}
    ) entry
    where ${inBounds(query, sql.fragment`posting_date`)}
  `
}

function entriesOfOtherDays(query: RecordFilters): Fragment {
  return sql.fragment`
    select distinct entry_number as number, tax_date as day
    from journal_lines
    cross join lateral (
      select (record ->> 'tax_date')::date as tax_date
      from jsonb_path_query(coalesce(tax_due, '[]') || coalesce(tax, '{}'), '$[*] ? (exists(@.tax_date))') record
    ) stated
    where end_customer_id = ${query.end_customer_id} and ${ON_ANOTHER_DAY}
      and ${inBounds(query, sql.fragment`tax_date`)}
  `
}

function inBounds(query: RecordFilters, day: Fragment): Fragment {
  const { from_date, to_date, after_entry_number, through_entry_number } = query
  return allOf([
    sql.fragment`${day} between ${from_date ?? '0001-01-01'}::date and ${to_date ?? '9999-12-31'}::date`,
    after_entry_number !== undefined && sql.fragment`entry_number > ${after_entry_number}`,
    through_entry_number !== undefined && sql.fragment`entry_number <= ${through_entry_number}`,
  ])
}
