import type { RecordClass } from '../../accounting/vat/reconciliation/shares-of-records.ts'
import type { TaxRecordKind, TaxRecordQuery } from '../../contract/vat/tax-records.ts'
import { type Db, row, sql } from '../db/database.ts'
import { allOf } from '../db/filters.ts'
import { IN_RETURNS } from './tax-totals.ts'

export type RecordFilters = Omit<TaxRecordQuery, 'limit' | 'starting_after'> & {
  /** Only records of these classes, as `classOfRecord` writes them. */
  readonly classes?: readonly string[]
}

/** What a total has in common, in one text. */
export function classOfRecord({ kind, tax_code, direction, rate_bp, form_figure, activity_id }: RecordClass): string {
  return [kind, tax_code, direction, rate_bp, form_figure ?? '', activity_id ?? ''].join(' ')
}

/** The same of a record, or of a total, which has empty texts where records have nothing. */
export const CLASS_OF_RECORD = sql.fragment`(
  kind || ' ' || tax_code || ' ' || direction || ' ' || rate_bp || ' ' || coalesce(form_figure, '') || ' '
    || coalesce(activity_id, '')
)`

/** Where the records of a list are looked for. */
export type EntriesOfRecords = {
  /** Entries up to this one are in the totals. */
  readonly folded: bigint
  /** Those of them that have such records; null where they are too many to be named. */
  readonly rare: readonly string[] | null
  /** Whether any tax counts on another day than that of its entry. */
  readonly has_other_days: boolean
}

const COUNTED: Readonly<Record<NonNullable<RecordFilters['counts_in']>, readonly TaxRecordKind[]>> = {
  period: IN_RETURNS.period,
  annual_reconciliation: IN_RETURNS.year,
  not_due: ['not_due', 'taken_over', 'declared', 'declared_annually', 'extinguished'],
}

/** As in the index of such lines. */
export const ON_ANOTHER_DAY = sql.fragment`(tax ? 'tax_date' or tax_due @? '$[*].tax_date')`

/** So few entries are read one by one. */
const FEW = 500

/** Totals of rare records name their entries. One query reads all of it, so that no fold comes in between. */
export async function findEntriesOfRecords(db: Db, query: RecordFilters): Promise<EntriesOfRecords> {
  const { end_customer_id } = query
  const found = await db.one(sql.type(row<EntriesOfRecords>())`
    select coalesce((select tax_entry_number from statement_watermarks where end_customer_id = ${end_customer_id}), 0)
        as folded,
      exists (select from journal_lines where end_customer_id = ${end_customer_id} and ${ON_ANOTHER_DAY})
        as has_other_days,
      ${rareOf(query)} as rare
  `)
  return found
}

function rareOf(query: RecordFilters) {
  const { end_customer_id, from_date, to_date } = query
  const wanted = wantedOf(query)
  if (!wanted.some(Boolean)) return sql.fragment`null::text[]`
  return sql.fragment`(
    select case when coalesce(bool_and(entry_numbers is not null) and sum(records) <= ${FEW}, true) then array(
      select distinct unnest(entry_numbers)::text from tax_period_totals total where ${inTotals()}
    ) end
    from tax_period_totals total where ${inTotals()}
  )`
  function inTotals() {
    return allOf([
      sql.fragment`total.end_customer_id = ${end_customer_id}`,
      from_date && sql.fragment`total.period_start >= date_trunc('month', ${from_date}::timestamp)::date`,
      to_date && sql.fragment`total.period_start <= ${to_date}::date`,
      ...wanted,
    ])
  }
}

/** Conditions on a record itself, which totals have as well. */
export function wantedOf(query: RecordFilters) {
  const { form_figure, tax_code, activity_id, net_rate_bp, classes } = query
  const kinds = kindsOf(query)
  return [
    classes && sql.fragment`${CLASS_OF_RECORD} = any(${sql.array(classes, 'text')})`,
    kinds && sql.fragment`kind = any(${sql.array(kinds, 'text')})`,
    form_figure && sql.fragment`form_figure = ${form_figure}`,
    tax_code && sql.fragment`tax_code = ${tax_code}`,
    activity_id && sql.fragment`activity_id = ${activity_id}`,
    // Empty in totals, null in records: without an activity there is no such rate.
    net_rate_bp !== undefined && sql.fragment`(rate_bp = ${net_rate_bp} and activity_id <> '')`,
  ]
}

/** The kinds of the records that are asked for; null: all. */
function kindsOf({ kind, counts_in }: RecordFilters): readonly TaxRecordKind[] | null {
  if (counts_in === undefined) return kind === undefined ? null : [kind]
  const kinds = COUNTED[counts_in]
  return kind === undefined ? kinds : kinds.filter((known) => known === kind)
}
