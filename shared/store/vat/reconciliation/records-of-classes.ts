import type { TaxDirection } from '../../../accounting/vat/tax-codes.ts'
import type { TaxRecordKind } from '../../../contract/vat/tax-records.ts'
import { type Db, sql } from '../../db/database.ts'
import { allOf, type Fragment } from '../../db/filters.ts'
import { listPage, type SizedPage } from '../../db/pages/list-page.ts'
import { type RecordPosition, recordsOf } from '../records-of-entries.ts'
import type { ReturnScope } from '../tax-accounts.ts'
import { CLASS_OF_RECORD, findEntriesOfRecords, ON_ANOTHER_DAY, type RecordFilters } from '../wanted-records.ts'

/** A tax record with what says how it counts. */
export type ClassedRecordRow = {
  journal_entry_id: string
  entry_number: bigint
  line_number: number
  record_number: number
  /** The day whose return it belongs to. */
  posting_date: string
  description: string
  account_code: string
  kind: TaxRecordKind
  tax_code: string
  direction: TaxDirection
  rate_bp: number
  form_figure: string | null
  activity_id: string | null
  base_minor: string
  tax_minor: string
}

/** Records of some days and classes, in the order of the list of tax records. */
export async function listRecordsOfClasses(
  db: Db,
  query: RecordFilters & { readonly classes: readonly string[] },
  after: RecordPosition | null,
  limit: number,
  most_bytes: number,
): Promise<SizedPage<ClassedRecordRow>> {
  const found = recordsOf(query, await findEntriesOfRecords(db, query), after, limit + 1)
  return listPage<ClassedRecordRow>(db, described(query.end_customer_id, found), limit, most_bytes)
}

/** Those of entries of the year that count on other days, or the reverse. They are few. */
export type ShiftedRecordRow = ClassedRecordRow & {
  /** Within the year; its entry is not. Else the reverse. */
  readonly is_counted: boolean
}

export function listShiftedRecords(
  db: Db,
  { end_customer_id, from, to, as_of }: ReturnScope,
  classes: readonly string[],
  after: RecordPosition | null,
  limit: number,
): Promise<SizedPage<ShiftedRecordRow>> {
  const days = sql.fragment`between ${from}::date and ${to}::date`
  const found = sql.fragment`
    select record.entry_number, record.line_number, record_number, record.account_code, record.posting_date, kind, tax_code,
      direction, rate_bp, form_figure, activity_id, base_minor, tax_minor, record.posting_date ${days} as is_counted
    from journal_lines line
    cross join lateral tax_records_between(${end_customer_id}, line.entry_number - 1, line.entry_number) record
    where line.end_customer_id = ${end_customer_id} and line.entry_number <= ${as_of} and ${ON_ANOTHER_DAY}
      and record.line_number = line.line_number and (line.posting_date ${days}) <> (record.posting_date ${days})
      and ${CLASS_OF_RECORD} = any(${sql.array(classes, 'text')})
      and ${allOf([
        after &&
          sql.fragment`(record.posting_date, record.entry_number, record.line_number, record_number)
            > (${after.posting_date}::date, ${after.entry_number}, ${after.line_number}, ${after.record_number})`,
      ])}
    order by record.posting_date, record.entry_number, record.line_number, record_number
    limit ${limit + 1}
  `
  return listPage<ShiftedRecordRow>(db, described(end_customer_id, found, sql.fragment`, is_counted`), limit)
}

/** The rest of an entry is read for the records of the page alone. */
function described(end_customer_id: string, found: Fragment, more = sql.fragment``): Fragment {
  return sql.fragment`
    with found as materialized (${found})
    select journal_entry_id, found.entry_number, line_number, record_number, found.posting_date, description, account_code,
      kind, tax_code, direction, rate_bp, form_figure, activity_id, base_minor, tax_minor${more}
    from found
    join journal_entries entry on entry.end_customer_id = ${end_customer_id} and entry.entry_number = found.entry_number
    order by found.posting_date, found.entry_number, line_number, record_number
  `
}
