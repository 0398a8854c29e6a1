import { type Db, row, sql } from '../db/database.ts'

/** Days of a VAT return and the last entry that counts. */
export type ReturnScope = {
  readonly end_customer_id: string
  readonly from: string
  readonly to: string
  readonly as_of: bigint
}

/** Roles of the accounts that tax is booked on. */
// biome-ignore format: a list of names reads better in rows
const ROLES = ['posting.output_tax', 'posting.input_tax.material', 'posting.input_tax.operating', 'posting.acquisition_tax']
/** Accounts of the Swiss chart of accounts for small companies that vouchers book tax on. */
const CODES = ['1170', '1171', '1173', '1174', '2200', '2202', '2203']

/**
 * Accounts of the chart that play a role of tax on any day, that have its usual number, or on which tax was ever recorded: what
 * stands on one of them is tax, whenever it was booked. Lines behind the totals are read one by one.
 */
export async function listTaxAccounts(
  db: Db,
  { end_customer_id, as_of }: Pick<ReturnScope, 'end_customer_id' | 'as_of'>,
): Promise<readonly string[]> {
  return db.anyFirst(sql.prepared('list_tax_accounts', row<{ account_code: string }>())`
    select account_code from accounts where end_customer_id = ${end_customer_id} and (
      account_code = any(${sql.array(CODES, 'text')})
      or account_code in (
        select account_code from account_mappings mapping
        where mapping.end_customer_id = ${end_customer_id} and mapping_key = any(${sql.array(ROLES, 'text')})
      )
      or account_code in (
        select account_code from tax_account_totals total
        where total.end_customer_id = ${end_customer_id} and taxed_lines > 0
      )
      or account_code in (
        select behind.account_code from statement_watermarks watermark
        cross join lateral taxed_lines_between(${end_customer_id}, tax_account_entry_number, ${as_of}) behind
        where watermark.end_customer_id = ${end_customer_id} and has_tax
      )
    )
    order by account_code
  `)
}

/** What lines with a tax record have moved on each account that has such lines in the period, which consists of whole months; credit is positive. */
export async function sumRecordedTax(
  db: Db,
  { end_customer_id, from, to, as_of }: ReturnScope,
): Promise<ReadonlyMap<string, bigint>> {
  const sums = await db.any(sql.prepared('sum_recorded_tax', row<{ account_code: string; recorded_minor: string }>())`
    select account_code, recorded_minor from tax_account_sums(${end_customer_id}, ${from}, ${to}, ${as_of})
  `)
  return new Map(sums.map(({ account_code, recorded_minor }) => [account_code, BigInt(recorded_minor)]))
}

/** Tax of some days that counts in other returns, less tax of others that counts in theirs. */
export async function taxOfOtherPeriods(db: Db, { end_customer_id, from, to, as_of }: ReturnScope): Promise<bigint> {
  const minor = await db.oneFirst(sql.prepared('tax_of_other_periods', row<{ owed_minor: string }>())`
    select tax_of_other_periods(${end_customer_id}, ${from}, ${to}, ${as_of}) as owed_minor
  `)
  return BigInt(minor)
}

/** When the last entry was posted that counts; null in an empty ledger. */
export async function findPostedAt(db: Db, end_customer_id: string, entry_number: bigint): Promise<string | null> {
  return db.maybeOneFirst(sql.type(row<{ posted_at: string }>())`
    select posted_at from journal_entries where end_customer_id = ${end_customer_id} and entry_number = ${entry_number}
  `)
}
