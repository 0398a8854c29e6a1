import { CONTROL_ROW, UNMAPPED_ROWS } from '../../shared/accounting/statements/balance-sheet.ts'
import {
  BALANCE_SHEET_HEADINGS,
  balanceSheetAccountRows,
  CLOSING_HEADING,
  INCOME_STATEMENT_HEADINGS,
  incomeStatementAccountRows,
  plainBalanceSheetAt,
  plainIncomeStatementOf,
} from '../../shared/accounting/statements/by-account.ts'
import {
  FUNCTION_OF_EXPENSE,
  type IncomeForm,
  incomeStatementOf,
  NATURE_OF_EXPENSE,
} from '../../shared/accounting/statements/income-statement.ts'
import { BALANCE_SHEET_LAYOUT, isAlwaysShown } from '../../shared/accounting/statements/or-rows/layout.ts'
import { isProfitAndLoss, movementIn } from '../../shared/accounting/statements/statement.ts'
import { balanceSheetOf, type YearBooks } from '../../shared/accounting/statements/year-books.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { presentMoney } from '../http/present-money.ts'
import { presentRowStatement, type Rows } from './present-row-statement.ts'
import { presentTrialBalance } from './present-trial-balance.ts'
import type { Snapshot, StatementKind } from './statement-snapshot.ts'

export const OR_BALANCE_SHEET = rowStatement('or_balance_sheet', ({ books, ledger: { base_currency } }) => ({
  rows: BALANCE_SHEET_LAYOUT,
  isAlwaysShown: (row) => isAlwaysShown(row, books.rules.legal_form),
  optional_rows: [...UNMAPPED_ROWS, CONTROL_ROW],
  figures: { assets_by_account: presentMoney(assetsByAccount(books), base_currency) },
  column: (of_year, _, to) => balanceSheetOf(of_year, to),
}))

export const OR_INCOME_STATEMENT = rowStatement('or_income_statement', (snapshot) => {
  const form = formOf(snapshot)
  return {
    rows: form.rows,
    optional_rows: [form.unmapped],
    *column({ accounts }, from, to) {
      yield
      return incomeStatementOf(accounts, from, to, form)
    },
  }
})

export const BALANCE_SHEET = rowStatement('balance_sheet', ({ books: { accounts, buckets } }) => ({
  rows: BALANCE_SHEET_HEADINGS,
  optional_rows: [CLOSING_HEADING, ...balanceSheetAccountRows(accounts, buckets)],
  *column({ accounts: all, buckets: days }, _, to) {
    yield
    return plainBalanceSheetAt(all, days, to)
  },
}))

export const INCOME_STATEMENT = rowStatement('income_statement', ({ books: { accounts } }) => ({
  rows: INCOME_STATEMENT_HEADINGS,
  optional_rows: incomeStatementAccountRows(accounts),
  *column(books, from, to) {
    yield
    return plainIncomeStatementOf(books.accounts, from, to)
  },
}))

export const TRIAL_BALANCE: StatementKind = { object: 'trial_balance', present: presentTrialBalance }

/** What the balance sheet by account has as its assets, whatever their sides. */
function assetsByAccount({ accounts, buckets }: YearBooks): bigint {
  return accounts
    .filter(({ account_type }) => account_type === 'asset')
    .reduce((sum, account) => sum + movementIn(account, 0, buckets.length - 1), 0n)
}

function rowStatement(object: string, rowsOf: (snapshot: Snapshot) => Rows): StatementKind {
  return { object, present: (snapshot, pause) => presentRowStatement(object, rowsOf(snapshot), snapshot, pause) }
}

/** The form by function needs a chart that maps every account with movements to a function. */
function formOf({ query, books: { accounts } }: Snapshot): IncomeForm {
  if (query.format !== 'function_of_expense') return NATURE_OF_EXPENSE
  const unclear = accounts
    .filter((account) => isProfitAndLoss(account) && FUNCTION_OF_EXPENSE.rowOf(account) === undefined)
    .map(({ account_code }) => account_code)
  if (unclear.length === 0) return FUNCTION_OF_EXPENSE
  const message = `The chart does not say which function these accounts serve: ${unclear.join(', ')}. Map them to or.af_anschaffungs_herstellungskosten or or.af_verwaltungs_vertriebsaufwand (PUT /v1/account-mappings), or ask for nature_of_expense.`
  throw new ApiError('invalid_request', message, [{ pointer: '/format', code: 'not_supported_by_chart', message }])
}
