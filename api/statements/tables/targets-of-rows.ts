import { ledgerOf, query, trialBalanceAt, upTo } from '../../print/pages/links.ts'
import type { RowStatement } from '../present-row-statement.ts'

/**
 * Where the amounts of a row lead, column by column. A statement by months has tens of thousands of them, so what the columns of a row
 * have in common is made once.
 *
 * @param account_code the one account that it is made of; null for several, and for the computed result of a year, which has none
 */
export function targetsOfRow(statement: RowStatement, account_code: string | null) {
  const { comparison } = statement
  const target = targetOf(statement, account_code)
  const prior_target = comparison && targetOf({ ...statement, fiscal_year_id: comparison.fiscal_year_id }, account_code)
  const targetOfPeriod = account_code
    ? targetOfAccount(statement, account_code, target)
    : () => targetOfAccounts(statement)
  return { target, ...(prior_target && { prior_target }), targetOfPeriod }
}

function targetOf(
  { end_customer_id, fiscal_year_id }: Pick<RowStatement, 'end_customer_id' | 'fiscal_year_id'>,
  account_code: string | null,
): string {
  if (!account_code) return trialBalanceAt({ end_customer_id, fiscal_year_id })
  return ledgerOf({ end_customer_id, fiscal_year_id, account_code })
}

/** The account up to the end of a period, or its entries in it. */
function targetOfAccount(statement: RowStatement, account_code: string, ledger: string): (to_date: string) => string {
  if (isOfDay(statement)) return (to_date) => upTo(ledger, to_date)
  const { end_customer_id, period_series } = statement
  const entries = `journal-entries${query({ end_customer_id, account_code })}`
  return (to_date) => {
    const { period_start = to_date } = period_series?.find(({ period_end }) => period_end === to_date) ?? {}
    return `${entries}&from_date=${period_start}&to_date=${to_date}`
  }
}

/** The statement that names each of several accounts. */
function targetOfAccounts(statement: RowStatement): string {
  const { end_customer_id, fiscal_year_id, granularity } = statement
  const year = { end_customer_id, fiscal_year_id, ...(granularity && { granularity }) }
  return isOfDay(statement) ? trialBalanceAt(year) : `statements/income-statement${query(year)}`
}

/** A balance sheet shows what stood there on a day, an income statement what has moved in a time. */
export function isOfDay({ object }: Pick<RowStatement, 'object'>): boolean {
  return object.endsWith('balance_sheet')
}
