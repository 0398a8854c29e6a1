import { yearOfResult } from '../../../shared/accounting/statements/computed-names.ts'
import { between, incomeStatementAt, journalOf, ledgerOf, trialBalanceAt, upTo } from '../../print/pages/links.ts'
import type { Row } from '../../print/table.ts'
import { type RowStatement, YEAR_MOVED } from '../present-row-statement.ts'

/** Where the amounts of a row lead: of the year, of the year before, of a period by its last day. */
export type TargetsOfColumns = Required<Pick<Row, 'target' | 'targetOfPeriod'>> & Pick<Row, 'prior_target'>

type AccountInRow = { readonly account_code: string | null; readonly account_name: string }

/**
 * Where the amounts of an account lead, column by column. A statement by months has tens of thousands of them, so what the columns of a
 * row have in common is made once.
 */
export function targetsOfAccountIn(statement: RowStatement, account: AccountInRow): TargetsOfColumns {
  const { account_code } = account
  if (account_code === null) return targetsOfComputed(statement, account)
  return isOfDay(statement) ? targetsOfBalance(statement, account_code) : targetsOfMovement(statement, account_code)
}

/** The ledger that ends with the balance: where the account has no line in the year, that of the last year with any. */
export function targetsOfBalance(statement: RowStatement, account_code: string): TargetsOfColumns {
  const { end_customer_id, fiscal_year_id, comparison, period_series } = statement
  const ledgers = new Map<string, string>()
  const ledgerIn = (year: string) => {
    const known = ledgers.get(year) ?? ledgerOf({ end_customer_id, fiscal_year_id: year, account_code })
    ledgers.set(year, known)
    return known
  }
  const yearMoved = statement[YEAR_MOVED]
  const before = comparison?.fiscal_year_id
  return {
    target: ledgerIn(yearMoved(account_code, 'year') ?? fiscal_year_id),
    ...(before !== undefined && { prior_target: ledgerIn(yearMoved(account_code, 'prior') ?? before) }),
    targetOfPeriod: (to_date) => {
      const at = period_series?.findIndex(({ period_end }) => period_end === to_date) ?? -1
      const year = yearMoved(account_code, at) ?? fiscal_year_id
      return year === fiscal_year_id ? upTo(ledgerIn(year), to_date) : ledgerIn(year)
    },
  }
}

/** The account in the year, and in each of its periods. */
function targetsOfMovement(statement: RowStatement, account_code: string): TargetsOfColumns {
  const { end_customer_id, fiscal_year_id, comparison, period_series } = statement
  const target = ledgerOf({ end_customer_id, fiscal_year_id, account_code })
  const prior = comparison && { end_customer_id, account_code, fiscal_year_id: comparison.fiscal_year_id }
  const starts = new Map(period_series?.map(({ period_start, period_end }) => [period_end, period_start]))
  return {
    target,
    ...(prior && { prior_target: ledgerOf(prior) }),
    targetOfPeriod: (to_date) => between(target, starts.get(to_date) ?? to_date, to_date),
  }
}

/** The result of a year is what its income statement shows, of periods one after the other. */
function targetsOfComputed(statement: RowStatement, account: AccountInRow): TargetsOfColumns {
  const { end_customer_id, granularity } = statement
  const fiscal_year_id = yearOfResult(account)
  if (fiscal_year_id === null) return targetsOfClosing(statement)
  const target = incomeStatementAt({ end_customer_id, fiscal_year_id })
  const isThisYear = fiscal_year_id === statement.fiscal_year_id
  const ofPeriods =
    isThisYear && granularity ? incomeStatementAt({ end_customer_id, fiscal_year_id, granularity }) : target
  return { target, prior_target: target, targetOfPeriod: () => ofPeriods }
}

/** What the closing entries of a year have moved: they are those of all accounts. */
function targetsOfClosing({ end_customer_id, fiscal_year_id, comparison }: RowStatement): TargetsOfColumns {
  const closingOf = (year: string) => journalOf({ end_customer_id, fiscal_year_id: year, entry_type: 'closing' })
  const target = closingOf(fiscal_year_id)
  return {
    target,
    ...(comparison && { prior_target: closingOf(comparison.fiscal_year_id) }),
    targetOfPeriod: (to_date) => upTo(target, to_date),
  }
}

/** The trial balance of each year: of what stands on no row and no account. */
export function targetsOfYears({ end_customer_id, fiscal_year_id, comparison }: RowStatement): TargetsOfColumns {
  const target = trialBalanceAt({ end_customer_id, fiscal_year_id })
  const prior = comparison && trialBalanceAt({ end_customer_id, fiscal_year_id: comparison.fiscal_year_id })
  return { target, ...(prior && { prior_target: prior }), targetOfPeriod: () => target }
}

/** A balance sheet shows what stood there on a day, an income statement what has moved in a time. */
export function isOfDay({ object }: Pick<RowStatement, 'object'>): boolean {
  return object.endsWith('balance_sheet')
}
