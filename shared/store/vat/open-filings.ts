import type { OpenVatFiling } from '../../camt053/matching/match-vat-filings.ts'
import { type Db, row, sql } from '../db/database.ts'

/** Filed returns by what of them is open on the account with the tax administration. */
export type OpenVatFilings = { readonly owed: readonly OpenVatFiling[]; readonly refunds: readonly OpenVatFiling[] }

/**
 * What is open is the balance of that account, at most what the filings transferred there: payments and refunds close the
 * oldest first, so the newest are open. Filings of the other sign are set off by the balance.
 */
export async function findOpenVatFilings(db: Db, end_customer_id: string): Promise<OpenVatFilings> {
  const filings = await db.any(sql.type(row<OpenVatFiling & { is_refund: boolean }>())`
    with filing as materialized (
      select filing_id, filing_number, period, abs(added_minor) as amount_minor, added_minor < 0 as is_refund,
        sum(abs(added_minor)) over (partition by added_minor < 0 order by filing_number desc) as with_newer_minor
      from vat_filings
      where end_customer_id = ${end_customer_id} and added_minor <> 0
    ), balance as materialized (
      select coalesce(sum(credit_minor::numeric - debit_minor), 0) as owed_minor
      from journal_lines
      where end_customer_id = ${end_customer_id} and exists (select from filing)
        and account_code in (
          select account_code from account_mappings
          where end_customer_id = ${end_customer_id} and mapping_key = 'posting.vat_settlement'
        )
    )
    select filing_id as id, period, base_currency as currency, open_amount_minor, is_refund
    from filing
    cross join balance
    cross join lateral (
      select least(
        amount_minor,
        case when is_refund then -owed_minor else owed_minor end - (with_newer_minor - amount_minor)
      )::bigint as open_amount_minor
    ) opened
    join end_customers on end_customers.end_customer_id = ${end_customer_id}
    where open_amount_minor > 0
    order by filing_number
  `)
  return {
    owed: filings.filter(({ is_refund }) => !is_refund),
    refunds: filings.filter(({ is_refund }) => is_refund),
  }
}
