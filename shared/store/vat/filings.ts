import type { ReconciledDays } from '../../accounting/vat/filing/business-year.ts'
import type { OwedTax } from '../../accounting/vat/filing/return-read.ts'
import type { TaxRecordKind } from '../../contract/vat/tax-records.ts'
import type { Submission } from '../../contract/vat/vat-filings.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import type { ReturnScope } from './tax-accounts.ts'
import { IN_RETURNS } from './tax-totals.ts'

export type VatFilingRow = {
  end_customer_id: string
  filing_id: string
  filing_number: number
  period: string
  submission: Submission
  period_start: string
  period_end: string
  entry_number: bigint
  entry_hash: string
  journal_entry_id: string | null
  payable_minor: bigint
  added_minor: bigint
  content_sha256: string
  xml_sha256: string
  actor_id: string
  request_id: string
  created_at: string
}

/** With what it answers with for ever. */
export type KeptFiling = VatFilingRow & { content: string; xml: string }

const columns = sql.fragment`
  end_customer_id, filing_id, filing_number, period, submission, period_start, period_end, entry_number, entry_hash,
  journal_entry_id, payable_minor, added_minor, content_sha256, xml_sha256, actor_id, request_id, created_at
`

/** Newest first. */
export function listVatFilings(
  db: Db,
  end_customer_id: string,
  after: string | null,
  limit: number,
): Promise<Page<VatFilingRow>> {
  return listPage<VatFilingRow>(
    db,
    sql.fragment`
    select ${columns} from vat_filings
    where end_customer_id = ${end_customer_id} and filing_number < coalesce((
      select filing_number from vat_filings before where before.end_customer_id = ${end_customer_id} and filing_id = ${after}
    ), 2147483647)
    order by filing_number desc
    limit ${limit + 1}
  `,
    limit,
  )
}

/**
 * A filing of a period; a correction answers in the place of what it corrects.
 *
 * @param filing_number null: the last one of the period
 */
export function findVatFiling(
  db: Db,
  end_customer_id: string,
  period: string,
  filing_number: number | null,
  submission: Submission,
): Promise<KeptFiling | null> {
  return db.maybeOne(sql.type(row<KeptFiling>())`
    select ${columns}, content, xml from vat_filings
    where end_customer_id = ${end_customer_id} and period = ${period}
      and case when ${filing_number}::integer is null
        then (submission = 'annual_reconciliation') = ${submission === 'annual_reconciliation'}
        else filing_number = ${filing_number} end
    order by filing_number desc
    limit 1
  `)
}

/** The filings that hold for some days: the last one of each period, and every reconciliation of a year, oldest first. */
export function filingsOfDays(
  db: Db,
  { end_customer_id, from, to }: Pick<ReturnScope, 'end_customer_id' | 'from' | 'to'>,
): Promise<readonly KeptFiling[]> {
  return db.any(sql.type(row<KeptFiling>())`
    select ${columns}, content, xml from vat_filings filing
    where end_customer_id = ${end_customer_id} and period_end >= ${from} and period_start <= ${to}
      and (submission = 'annual_reconciliation' or not exists (
        select from vat_filings later
        where later.end_customer_id = ${end_customer_id} and later.period = filing.period
          and later.filing_number > filing.filing_number and later.submission <> 'annual_reconciliation'
      ))
    order by filing_number
  `)
}

/** The days that reconciliations of years have been filed for. */
export function daysReconciled(db: Db, end_customer_id: string): Promise<readonly ReconciledDays[]> {
  return db.any(sql.type(row<ReconciledDays>())`
    select period as name, min(period_start) as "from", max(period_end) as "to" from vat_filings
    where end_customer_id = ${end_customer_id} and submission = 'annual_reconciliation'
    group by period
    order by period
  `)
}

/** Keeps a filing; the ledger is locked. */
export async function insertVatFiling(tx: Tx, filing: Omit<KeptFiling, 'created_at'>): Promise<void> {
  await tx.query(sql.type(row())`
    insert into vat_filings (
      end_customer_id, filing_id, filing_number, period, submission, period_start, period_end, entry_number,
      entry_hash, journal_entry_id, payable_minor, added_minor, content, content_sha256, xml, xml_sha256, actor_id,
      request_id
    ) values (
      ${filing.end_customer_id}, ${filing.filing_id}, ${filing.filing_number}, ${filing.period}, ${filing.submission},
      ${filing.period_start}, ${filing.period_end}, ${filing.entry_number}, ${filing.entry_hash},
      ${filing.journal_entry_id}, ${filing.payable_minor}, ${filing.added_minor}, ${filing.content},
      ${filing.content_sha256}, ${filing.xml}, ${filing.xml_sha256}, ${filing.actor_id}, ${filing.request_id}
    )
  `)
}

/** The number of the last filing of an end customer; 0 without any. */
export function lastFilingNumber(db: Db, end_customer_id: string): Promise<number> {
  return db.oneFirst(sql.type(row<{ filing_number: number }>())`
    select coalesce(max(filing_number), 0) as filing_number from vat_filings where end_customer_id = ${end_customer_id}
  `)
}

/** What the returns of the periods of some days declare, by the account on which it stands. */
export async function taxByAccount(db: Db, { end_customer_id, from, to, as_of }: ReturnScope): Promise<OwedTax[]> {
  const sums = await db.any(sql.type(row<{ account_code: string; owed_minor: string }>())`
    select account_code, owed_minor
    from declared_tax_by_account(${end_customer_id}, ${from}, ${to}, ${as_of}, ${sql.array(IN_RETURNS.period, 'text')})
  `)
  return sums.map(({ account_code, owed_minor }) => ({ account_code, owed_minor: BigInt(owed_minor) }))
}

/**
 * The last day on which tax of some days is booked after them.
 *
 * @param after the last entry whose tax is filed
 * @returns null where none is
 */
export function lastDayOfTax(
  db: Db,
  { end_customer_id, from, to, as_of }: ReturnScope,
  after: bigint,
  kinds: readonly TaxRecordKind[],
): Promise<string | null> {
  return db.oneFirst(sql.type(row<{ last_day: string | null }>())`
    select max(later.posting_date) as last_day
    from (
      select distinct entry_number, posting_date from journal_lines
      where end_customer_id = ${end_customer_id} and entry_number > ${after} and entry_number <= ${as_of}
        and posting_date > ${to} and (tax ? 'tax_date' or tax_due @? '$[*].tax_date')
    ) later
    cross join lateral tax_records_between(${end_customer_id}, later.entry_number - 1, later.entry_number) record
    where record.posting_date between ${from} and ${to} and record.kind = any(${sql.array(kinds, 'text')})
  `)
}
