import { balanceSheetAt, CONTROL_ROW, UNMAPPED_ROWS } from '../shared/accounting/balance-sheet.ts'
import { incomeStatementOf, UNMAPPED_RESULT_ROW } from '../shared/accounting/income-statement.ts'
import { OR_BALANCE_SHEET_ROWS, type OrRow } from '../shared/accounting/or-balance-sheet-rows.ts'
import { OR_INCOME_STATEMENT_ROWS } from '../shared/accounting/or-income-statement-rows.ts'
import type { Bucket, LedgerAccount, StatementColumn } from '../shared/accounting/statement.ts'

/** What tells one statement in the structure of the law from another. */
export type StatementKind = {
  readonly object: 'or_balance_sheet' | 'or_income_statement'
  readonly rows: readonly OrRow[]
  /** Rows that appear only when something stands on them. */
  readonly rare_rows: readonly OrRow[]
  /** The column for the buckets `from` to `to`: their activity, or the balances at the end of the last one. */
  readonly column: (
    accounts: readonly LedgerAccount[],
    buckets: readonly Bucket[],
    from: number,
    to: number,
  ) => StatementColumn
}

export const OR_BALANCE_SHEET: StatementKind = {
  object: 'or_balance_sheet',
  rows: OR_BALANCE_SHEET_ROWS,
  rare_rows: [...UNMAPPED_ROWS, CONTROL_ROW],
  column: (accounts, buckets, _, to) => balanceSheetAt(accounts, buckets, to),
}

export const OR_INCOME_STATEMENT: StatementKind = {
  object: 'or_income_statement',
  rows: OR_INCOME_STATEMENT_ROWS,
  rare_rows: [UNMAPPED_RESULT_ROW],
  column: (accounts, _, from, to) => incomeStatementOf(accounts, from, to),
}

/** What has to hold for the books as a whole, whichever statement is looked at. */
export function checkStatements(accounts: readonly LedgerAccount[], buckets: readonly Bucket[], first: number) {
  const last = buckets.length - 1
  const sheet = balanceSheetAt(accounts, buckets, last)
  const result = incomeStatementOf(accounts, first, last)
  const amountOn = (column: StatementColumn, row_key: string) => column.get(row_key)?.amount_minor ?? 0n
  const isEmpty = (column: StatementColumn, row: OrRow) => (column.get(row.row_key)?.sources.length ?? 0) === 0
  return {
    assets_equal_liabilities_and_equity: amountOn(sheet, 'aktiven') === amountOn(sheet, 'passiven'),
    result_equals_income_statement:
      amountOn(sheet, 'jahresgewinn_jahresverlust') === amountOn(result, 'jahresergebnis'),
    every_account_has_a_row: UNMAPPED_ROWS.every((row) => isEmpty(sheet, row)) && isEmpty(result, UNMAPPED_RESULT_ROW),
    closing_accounts_are_zero: amountOn(sheet, CONTROL_ROW.row_key) === 0n,
  }
}
