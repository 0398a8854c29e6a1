import type { TaxTotal } from '../../accounting/vat/return/tax-total.ts'
import type { Submission } from '../../contract/vat/vat-filings.ts'
import { type Db, row, sql } from '../db/database.ts'
import { exactTotal, IN_RETURNS, type TaxSums } from '../vat/tax-totals.ts'

export type FilingToVerify = {
  readonly filing_number: number
  readonly period: string
  readonly submission: Submission
  readonly period_start: string
  readonly period_end: string
  readonly entry_number: bigint
  /** The last entry of the reconciliation of the same year before; 0 without one. */
  readonly after_entry_number: bigint
  readonly entry_hash: string
  readonly payable_minor: bigint
  readonly content: string
  readonly content_sha256: string
  readonly xml: string
  readonly xml_sha256: string
  /** Of the entry with that number; null without one. */
  readonly hash_in_journal: string | null
}

/** Every filing of an end customer, oldest first, one at a time in memory. */
export async function* readFilings(db: Db, end_customer_id: string): AsyncGenerator<FilingToVerify> {
  const numbers = await db.anyFirst(sql.type(row<{ filing_number: number }>())`
    select filing_number from vat_filings where end_customer_id = ${end_customer_id} order by filing_number
  `)
  for (const filing_number of numbers) {
    yield await db.one(sql.type(row<FilingToVerify>())`
      select filing_number, period, submission, period_start, period_end, filing.entry_number, filing.entry_hash, payable_minor,
        coalesce(case when submission = 'annual_reconciliation' then (
          select max(entry_number) from vat_filings before
          where before.end_customer_id = ${end_customer_id} and before.period = filing.period
            and before.submission = filing.submission and before.filing_number < filing.filing_number
        ) end, 0) as after_entry_number,
        content, content_sha256, xml, xml_sha256,
        case when filing.entry_number = 0 then repeat('0', 64) else entry.entry_hash end as hash_in_journal
      from vat_filings filing
      left join journal_entries entry using (end_customer_id, entry_number)
      where filing.end_customer_id = ${end_customer_id} and filing_number = ${filing_number}
    `)
  }
}

/**
 * The tax records of a filing added up from their lines, whatever the tables of totals have. A reconciliation of a year has those
 * behind the one before.
 */
export async function sumFiledTax(db: Db, end_customer_id: string, filing: FilingToVerify): Promise<TaxTotal[]> {
  const kinds = IN_RETURNS[filing.submission === 'annual_reconciliation' ? 'year' : 'period']
  const sums = await db.any(sql.type(row<Omit<TaxSums, 'kind'>>())`
    select tax_code, direction, rate_bp, form_figure, activity_id, sum(base_minor) as base_minor,
      sum(tax_minor) as tax_minor, count(*) as records
    from tax_records_between(${end_customer_id}, ${filing.after_entry_number}, ${filing.entry_number})
    where posting_date between ${filing.period_start} and ${filing.period_end} and kind = any(${sql.array(kinds, 'text')})
    group by tax_code, direction, rate_bp, form_figure, activity_id
    order by tax_code, rate_bp, direction, form_figure, activity_id
  `)
  return sums.map(exactTotal)
}
