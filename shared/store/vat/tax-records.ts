import type { DeclaredLine } from '../../accounting/documents/tax-record.ts'
import type { EvidenceHashes } from '../../contract/primitives.ts'
import type { TaxRecordKind } from '../../contract/vat/tax-records.ts'
import type { VatPeriod } from '../../contract/vat/vat-periods.ts'
import { type Db, row, sql } from '../db/database.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { type Evidence, evidenceOf } from '../journal/evidence.ts'
import { type RecordPosition, recordsOf } from './records-of-entries.ts'
import { findEntriesOfRecords, type RecordFilters } from './wanted-records.ts'

export type TaxRecordRow = {
  entry_number: bigint
  line_number: number
  record_number: number
  account_code: string
  posting_date: string
  kind: TaxRecordKind
  tax_code: string
  direction: string
  /** What a return taxes its base at. */
  rate_bp: number
  code_rate_bp: number
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
  declares: DeclaredLine | null
  journal_entry_id: string
  source_type: string
  source_id: string
  request: Evidence
  evidence_hashes: EvidenceHashes | null
  entry_hash: string
}

/** Records of the posted lines. The rest of an entry is read for those of the page alone. */
export async function listTaxRecords(
  db: Db,
  query: RecordFilters,
  after: RecordPosition | null,
  limit: number,
): Promise<Page<TaxRecordRow>> {
  const { end_customer_id } = query
  return listPage<TaxRecordRow>(
    db,
    sql.fragment`
    with found as materialized (
      ${recordsOf(query, await findEntriesOfRecords(db, query), after, limit + 1)}
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
      (record ->> 'rate_bp')::integer as code_rate_bp,
      record ->> 'currency' as currency, record ->> 'vat_period' as vat_period, record -> 'declares' as declares, journal_entry_id, source_type, source_id,
      request, evidence_hashes, entry_hash
    from found join entry using (entry_number)
    order by posting_date, found.entry_number, line_number, record_number
  `,
    limit,
  )
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
