import { type Db, row, sql } from '../db/database.ts'

export type PriorPeriodSum = {
  readonly account_code: string
  /** Debit is positive. */
  readonly balance_minor: bigint
  /** The years that the reversed entries are of. */
  readonly fiscal_years: string
}

export type PriorPeriodAsText = Omit<PriorPeriodSum, 'balance_minor'> & { readonly balance_minor: string }

type DaysOfYear = { readonly start_date: string; readonly end_date: string }

/** Income and expense of a fiscal year by reversals of entries of earlier years. */
export async function findPriorPeriodSums(
  db: Db,
  end_customer_id: string,
  { start_date, end_date }: DaysOfYear,
  through_entry: bigint,
): Promise<readonly PriorPeriodSum[]> {
  const query = priorPeriodQuery(end_customer_id, { start_date, end_date }, through_entry)
  return (await db.any(sql.prepared('find_prior_period_sums', row<PriorPeriodAsText>())`${query}`)).map(priorPeriodOf)
}

/**
 * A partial index has these entries alone, and is the only one in the order of fiscal years. As a plain join, planned while a ledger had a few
 * entries, it read all entries for each line, and kept that plan.
 */
export function priorPeriodQuery(end_customer_id: string, { start_date, end_date }: DaysOfYear, through_entry: bigint) {
  return sql.fragment`
    select line.account_code, sum(debit_minor - credit_minor)::text as balance_minor,
      string_agg(distinct prior_fiscal_year_id, ', ') as fiscal_years
    from (
      select entry_number, source_snapshot #>> '{reversal,prior_fiscal_year_id}' as prior_fiscal_year_id
      from journal_entries
      where end_customer_id = ${end_customer_id} and posting_date between ${start_date} and ${end_date}
        and entry_number <= ${through_entry} and reversal_of is not null
        and source_snapshot #>> '{reversal,prior_fiscal_year_id}' is not null and entry_type <> 'closing'
      order by fiscal_year_id
    ) entry
    -- sql.md: lateral in order
    cross join lateral (
      select account_code, debit_minor, credit_minor from journal_lines
      where journal_lines.end_customer_id = ${end_customer_id} and journal_lines.entry_number = entry.entry_number
      order by line_number
    ) line
    -- sql.md: lateral limit 1
    cross join lateral (
      select account_type from accounts
      where accounts.end_customer_id = ${end_customer_id} and accounts.account_code = line.account_code
      limit 1
    ) account
    where account_type in ('revenue', 'expense')
    group by line.account_code
    having sum(debit_minor - credit_minor) <> 0
    order by line.account_code
  `
}

export function priorPeriodOf(sum: PriorPeriodAsText): PriorPeriodSum {
  return { ...sum, balance_minor: BigInt(sum.balance_minor) }
}
