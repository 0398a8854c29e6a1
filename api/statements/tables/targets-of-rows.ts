import { yearOfResult } from '../../../shared/accounting/statements/computed-names.ts'
import { between, incomeStatementAt, ledgerOf, trialBalanceAt, upTo } from '../../print/pages/links.ts'
import type { RowStatement } from '../present-row-statement.ts'

type AccountInRow = { readonly account_code: string | null; readonly account_name: string }

/**
 * Where the amounts of an account lead, column by column. A statement by months has tens of thousands of them, so what the columns of a
 * row have in common is made once.
 */
export function targetsOfAccountIn(statement: RowStatement, account: AccountInRow) {
  const { account_code } = account
  const { end_customer_id, fiscal_year_id, comparison } = statement
  if (account_code === null) return targetsOfComputed(statement, account)
  const target = ledgerOf({ end_customer_id, fiscal_year_id, account_code })
  const prior = comparison && { end_customer_id, account_code, fiscal_year_id: comparison.fiscal_year_id }
  return {
    target,
    ...(prior && { prior_target: ledgerOf(prior) }),
    targetOfPeriod: targetOfPeriodIn(statement, target),
  }
}

/** The account up to the end of a period, or in it. */
function targetOfPeriodIn(statement: RowStatement, ledger: string): (to_date: string) => string {
  if (isOfDay(statement)) return (to_date) => upTo(ledger, to_date)
  const starts = new Map(statement.period_series?.map(({ period_start, period_end }) => [period_end, period_start]))
  return (to_date) => between(ledger, starts.get(to_date) ?? to_date, to_date)
}

/** The result of a year is what its income statement shows, of periods one after the other; closing entries are those of all accounts. */
function targetsOfComputed(statement: RowStatement, account: AccountInRow) {
  const { end_customer_id, granularity } = statement
  const fiscal_year_id = yearOfResult(account)
  if (fiscal_year_id === null) return targetsOfYears(statement)
  const target = incomeStatementAt({ end_customer_id, fiscal_year_id })
  const isThisYear = fiscal_year_id === statement.fiscal_year_id
  const ofPeriods =
    isThisYear && granularity ? incomeStatementAt({ end_customer_id, fiscal_year_id, granularity }) : target
  return { target, prior_target: target, targetOfPeriod: () => ofPeriods }
}

/** The trial balance of each year: of what stands on no row and no account. */
export function targetsOfYears({ end_customer_id, fiscal_year_id, comparison }: RowStatement) {
  const target = trialBalanceAt({ end_customer_id, fiscal_year_id })
  const prior = comparison && trialBalanceAt({ end_customer_id, fiscal_year_id: comparison.fiscal_year_id })
  return { target, ...(prior && { prior_target: prior }), targetOfPeriod: () => target }
}

/** A balance sheet shows what stood there on a day, an income statement what has moved in a time. */
export function isOfDay({ object }: Pick<RowStatement, 'object'>): boolean {
  return object.endsWith('balance_sheet')
}
