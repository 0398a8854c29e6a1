import { type Db, row, sql } from '../db/database.ts'
import type { AccountSpan } from './account-ledger.ts'

/** What an account has moved in a span, in minor units. Opening and closing entries: debit minus credit. */
export type SpanSums = {
  /** Apart from the turnover. */
  readonly opened_minor: bigint
  readonly debit_minor: bigint
  readonly credit_minor: bigint
  /** Part of the turnover. */
  readonly closed_minor: bigint
}

/**
 * The sums of a span from the start of a fiscal year to any day of it. Months that are over come from the statement tables, so that
 * only lines of a month that ends later are added up, and those that no refresh has folded yet.
 */
export async function sumSpan(
  db: Db,
  { end_customer_id, account_code, start_date, end_date, as_of }: AccountSpan,
): Promise<SpanSums> {
  const sums = await db.one(sql.type(row<Record<keyof SpanSums, string>>())`
    with folded as (
      select case when entry_number <= ${as_of} then entry_number else 0 end as through,
        greatest(date_trunc('month', ${end_date}::timestamp + interval '1 day')::date, ${start_date}::date) as last_period
      from statement_watermarks where end_customer_id = ${end_customer_id}
    ), moved as (
      select entry_type, debit_minor, credit_minor
      from account_period_totals, folded
      where end_customer_id = ${end_customer_id} and account_code = ${account_code} and through > 0
        and period_start >= ${start_date} and period_start < last_period
      union all
      select entry_type, debit_minor, credit_minor
      from (
        -- sql.md: offset 0. Without it PostgreSQL looks for the few lines behind the watermark among all lines of the account.
        select entry_number, debit_minor, credit_minor
        from folded, (
          select entry_number, account_code, posting_date, debit_minor, credit_minor from journal_lines
          where end_customer_id = ${end_customer_id} and entry_number <= ${as_of}
            and entry_number > (select through from folded)
          offset 0
        ) behind
        where account_code = ${account_code} and posting_date >= ${start_date} and posting_date < last_period
        union all
        select entry_number, debit_minor, credit_minor
        from journal_lines
        where end_customer_id = ${end_customer_id} and account_code = ${account_code} and entry_number <= ${as_of}
          and posting_date between (select last_period from folded) and ${end_date}
      ) line
      cross join lateral (
        select entry_type from journal_entries entry
        where entry.end_customer_id = ${end_customer_id} and entry.entry_number = line.entry_number
        limit 1
      ) entry
    )
    select coalesce(sum(debit_minor - credit_minor) filter (where entry_type = 'opening'), 0)::text as opened_minor,
      coalesce(sum(debit_minor) filter (where entry_type <> 'opening'), 0)::text as debit_minor,
      coalesce(sum(credit_minor) filter (where entry_type <> 'opening'), 0)::text as credit_minor,
      coalesce(sum(debit_minor - credit_minor) filter (where entry_type = 'closing'), 0)::text as closed_minor
    from moved
  `)
  return {
    opened_minor: BigInt(sums.opened_minor),
    debit_minor: BigInt(sums.debit_minor),
    credit_minor: BigInt(sums.credit_minor),
    closed_minor: BigInt(sums.closed_minor),
  }
}
