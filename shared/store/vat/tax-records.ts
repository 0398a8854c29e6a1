import type { EvidenceHashes } from '../../contract/primitives.ts'
import type { TaxRecordKind, TaxRecordQuery } from '../../contract/vat/tax-records.ts'
import type { VatPeriod } from '../../contract/vat/vat-periods.ts'
import { type Db, row, sql } from '../db/database.ts'
import { allOf, keysetPage } from '../db/filters.ts'
import { type Evidence, evidenceOf } from '../facts/evidence.ts'
import { IN_RETURNS } from './tax-totals.ts'

export type TaxRecordRow = {
  entry_number: bigint
  line_number: number
  record_number: number
  account_code: string
  posting_date: string
  kind: TaxRecordKind
  tax_code: string
  direction: string
  rate_bp: number
  form_figure: string | null
  activity_id: string | null
  supply_date: string
  currency: string
  base_minor: string
  tax_minor: string
  is_sign_corrected: boolean
  /** Only of tax that was posted into a filed period. */
  vat_period: VatPeriod | null
  /** The line whose tax it declares or extinguishes. */
  declares: { journal_entry_id: string; line_number: number } | null
  journal_entry_id: string
  source_type: string
  source_id: string
  request: Evidence
  evidence_hashes: EvidenceHashes | null
  entry_hash: string
}

/** As in the index of such lines. */
const ON_ANOTHER_DAY = sql.fragment`(tax ? 'tax_date' or tax_due @? '$[*].tax_date')`

/** Whether any tax counts on another day than that of its entry. */
function hasOtherDays(db: Db, end_customer_id: string): Promise<boolean> {
  return db.oneFirst(sql.type(row<{ has_other_days: boolean }>())`
    select exists (
      select from journal_lines where end_customer_id = ${end_customer_id} and ${ON_ANOTHER_DAY}
    ) as has_other_days
  `)
}

/** The order of the list: by date, then as in the journal. */
export type RecordPosition = Pick<TaxRecordRow, 'posting_date' | 'entry_number' | 'line_number' | 'record_number'>

type Filters = Omit<TaxRecordQuery, 'limit' | 'starting_after'>

/** Records of the posted lines. The rest of an entry is read for those of the page alone. */
export async function listTaxRecords(
  db: Db,
  query: Filters,
  after: RecordPosition | null,
  limit: number,
): Promise<readonly TaxRecordRow[]> {
  const { end_customer_id } = query
  return db.any(sql.type(row<TaxRecordRow>())`
    with found as materialized (
      ${recordsOf(query, after, limit, await hasOtherDays(db, end_customer_id))}
    ), entry as materialized (
      select entry_number, journal_entry_id, source_type, source_id, entry_hash,
        ${evidenceOf(sql.fragment`coalesce(source_snapshot -> 'request', source_snapshot #> '{original,request}')`)} as request,
        coalesce(source_snapshot -> 'evidence_hashes', source_snapshot #> '{original,evidence_hashes}')
          as evidence_hashes
      from (
        select entry_number, journal_entry_id, source_type, source_id, entry_hash,
          source_snapshot || '{}'::jsonb as source_snapshot
        from journal_entries
        where end_customer_id = ${end_customer_id}
          and entry_number = any(array(select distinct entry_number from found))
        offset 0
      ) entry
    )
    select found.entry_number, line_number, record_number, account_code, posting_date, kind, tax_code, direction, rate_bp,
      form_figure, activity_id, base_minor, tax_minor, is_sign_corrected, record ->> 'supply_date' as supply_date,
      record ->> 'currency' as currency, record ->> 'vat_period' as vat_period, record -> 'declares' as declares, journal_entry_id, source_type, source_id,
      request, evidence_hashes, entry_hash
    from found join entry using (entry_number)
    order by posting_date, found.entry_number, line_number, record_number
  `)
}

function recordsOf(query: Filters, after: RecordPosition | null, limit: number, has_other_days: boolean) {
  const { end_customer_id, from_date, to_date, after_entry_number, through_entry_number } = query
  const [first, last] = [from_date ?? '0001-01-01', to_date ?? '9999-12-31']
  const inBounds = allOf([
    after_entry_number !== undefined && sql.fragment`entry_number > ${after_entry_number}`,
    through_entry_number !== undefined && sql.fragment`entry_number <= ${through_entry_number}`,
  ])
  const otherDays = sql.fragment`
    union all
    select distinct entry_number, (record ->> 'tax_date')::date
    from journal_lines
    cross join lateral jsonb_path_query(coalesce(tax_due, '[]') || coalesce(tax, '{}'), '$[*] ? (exists(@.tax_date))') record
    where end_customer_id = ${end_customer_id} and ${ON_ANOTHER_DAY} and ${inBounds}
      and (record ->> 'tax_date')::date between ${first}::date and ${last}::date`
  return sql.fragment`
    select record.entry_number, line_number, record_number, account_code, posting_date, kind, tax_code, direction, rate_bp,
      form_figure, activity_id, base_minor, tax_minor, is_sign_corrected, record.record
    from (
      -- sql.md: offset 0
      select entry_number as number, posting_date as day from journal_entries
      where end_customer_id = ${end_customer_id}
        and posting_date between ${first} and ${last}
        and (posting_date, entry_number) >= (
          ${after?.posting_date ?? '0001-01-01'}::date, ${after?.entry_number ?? 0n}::bigint
        )
        and ${inBounds}
        and ${inMonthsWith(query)}
      ${has_other_days ? otherDays : sql.fragment`order by posting_date, entry_number`}
      offset 0
    ) entry
    cross join lateral tax_records_between(${end_customer_id}, number - 1, number) record
    ${keysetPage({
      conditions: [
        ...wantedOf(query),
        sql.fragment`day = posting_date`,
        after &&
          sql.fragment`(day, number, line_number, record_number)
            > (${after.posting_date}::date, ${after.entry_number}, ${after.line_number}, ${after.record_number})`,
      ],
      key: ['day', 'number', 'line_number', 'record_number'],
      after: null,
      limit: limit + 1,
    })}
  `
}

/** Conditions on a record itself. */
function wantedOf(query: Filters) {
  const { form_figure, tax_code, activity_id } = query
  const kinds = kindsOf(query)
  return [
    kinds && sql.fragment`kind = any(${sql.array(kinds, 'text')})`,
    form_figure && sql.fragment`form_figure = ${form_figure}`,
    tax_code && sql.fragment`tax_code = ${tax_code}`,
    activity_id && sql.fragment`activity_id = ${activity_id}`,
  ]
}

/** The kinds of the records that are asked for; null: all. */
function kindsOf({ kind, counts_in }: Filters): readonly TaxRecordKind[] | null {
  if (counts_in === undefined) return kind === undefined ? null : [kind]
  const kinds = IN_RETURNS[counts_in === 'annual_reconciliation' ? 'year' : 'period']
  return kind === undefined ? kinds : kinds.filter((known) => known === kind)
}

/** Entries that can have such records: of the months whose totals have any, and those behind the watermark. */
function inMonthsWith(query: Filters) {
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

/** The position of a record, for a cursor; null for an unknown one. */
export function findRecordPosition(
  db: Db,
  end_customer_id: string,
  journal_entry_id: string,
  line_number: number,
  record_number: number,
): Promise<RecordPosition | null> {
  return db.maybeOne(sql.type(row<RecordPosition>())`
    select record.posting_date, record.entry_number, line_number, record_number
    from journal_entries entry
    cross join lateral tax_records_between(${end_customer_id}, entry.entry_number - 1, entry.entry_number) record
    where entry.end_customer_id = ${end_customer_id} and journal_entry_id = ${journal_entry_id}
      and line_number = ${line_number} and record_number = ${record_number}
  `)
}
