import { type Bucket, balanceSheetAt, type LedgerAccount } from '../../shared/accounting/balance-sheet.ts'
import { statementBuckets } from '../../shared/accounting/statement-buckets.ts'
import type { StatementQuery } from '../../shared/contract/statements.ts'
import { ApiError } from '../../shared/errors.ts'
import { findLedger, freeze, type Ledger } from '../../shared/store/read-ledger.ts'
import { readActivity, type StatementAccountRow } from '../../shared/store/statement-tables.ts'
import type { ApiDeps, ReadRequest } from '../endpoint.ts'
import { presentOrBalanceSheet } from '../present/or-balance-sheet.ts'

/**
 * The balance sheet of OR Art. 959a at the end of a fiscal year. It is computed from the statement tables and the lines
 * that they do not contain yet, seen at one moment, so it is never behind the journal.
 */
export function readOrBalanceSheet({ pool }: ApiDeps, { query }: ReadRequest<StatementQuery>) {
  const end_customer_id = query.end_customer_id.toLowerCase()
  return pool
    .transaction(async (tx) => {
      await freeze(tx)
      const ledger = await findLedger(tx, end_customer_id)
      const years = yearsUpTo(ledger, query.fiscal_year_id)
      if (!ledger || years.length === 0) return notFound(query.fiscal_year_id)
      const buckets = statementBuckets(years, query.granularity)
      const starts = buckets.map(({ start_date }) => start_date)
      const rows = await readActivity(tx, end_customer_id, starts, buckets.at(-1)?.end_date ?? '')
      return statement(query, ledger, buckets, accountsOf(rows, buckets.length))
    })
    .then((result) => {
      if (result instanceof ApiError) throw result
      return result
    })
}

function statement(query: StatementQuery, ledger: Ledger, buckets: readonly Bucket[], accounts: LedgerAccount[]) {
  const first = buckets.findIndex(({ fiscal_year_id }) => fiscal_year_id === query.fiscal_year_id)
  const columns = buckets.slice(first).map((_, index) => balanceSheetAt(accounts, buckets, first + index))
  const hasPrior = query.comparison === 'prior_fiscal_year' && first > 0
  const prior = hasPrior ? balanceSheetAt(accounts, buckets, first - 1) : null
  return presentOrBalanceSheet({
    query,
    ledger,
    accounts,
    buckets: buckets.slice(first),
    columns,
    prior: prior && { column: prior, bucket: buckets[first - 1] as Bucket },
  })
}

function yearsUpTo(ledger: Ledger | null, fiscal_year_id: string) {
  const years = ledger?.fiscal_years ?? []
  return years.slice(0, years.findIndex((year) => year.fiscal_year_id === fiscal_year_id) + 1)
}

/** Returned, not thrown: an exception would cost the transaction its connection. */
function notFound(fiscal_year_id: string): ApiError {
  const message = `This end customer has no fiscal year ${fiscal_year_id}.`
  return new ApiError('not_found', message, [{ pointer: '/fiscal_year_id', code: 'not_found', message }])
}

function accountsOf(rows: readonly StatementAccountRow[], length: number): LedgerAccount[] {
  return [...Map.groupBy(rows, ({ account_code }) => account_code).values()].map((own) => {
    const activity = Array.from({ length }, () => 0n)
    for (const { bucket, activity_minor } of own) activity[bucket] = activity_minor
    const [{ account_code, account_name, account_type, or_row: mapped_row }] = own as [StatementAccountRow]
    return { account_code, account_name, account_type, mapped_row, activity }
  })
}
