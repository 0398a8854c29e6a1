import { balanceSheetAt, CONTROL_ROW, UNMAPPED_ROWS } from '../../shared/accounting/statements/balance-sheet.ts'
import { plainBalanceSheetAt, plainIncomeStatementOf } from '../../shared/accounting/statements/by-account.ts'
import { incomeStatementOf, NATURE_OF_EXPENSE } from '../../shared/accounting/statements/income-statement.ts'
import type { OrRow } from '../../shared/accounting/statements/or-rows/row.ts'
import type { StatementColumn } from '../../shared/accounting/statements/statement.ts'
import { sumOfTurnovers, trialBalanceOf } from '../../shared/accounting/statements/trial-balance.ts'
import type { Snapshot } from './statement-snapshot.ts'

/** The checks that have to hold for the books as a whole, whichever statement is read. */
export function checkStatements({ accounts, buckets, first }: Snapshot) {
  const last = buckets.length - 1
  const sheet = balanceSheetAt(accounts, buckets, last)
  const result = incomeStatementOf(accounts, first, last)
  const plainSheet = plainBalanceSheetAt(accounts, buckets, last)
  const plainResult = plainIncomeStatementOf(accounts, first, last)
  const totals = sumOfTurnovers(trialBalanceOf(accounts, buckets, first, last))
  return {
    assets_equal_liabilities_and_equity: amountOn(sheet, 'aktiven') === amountOn(sheet, 'passiven'),
    result_equals_income_statement:
      amountOn(sheet, 'jahresgewinn_jahresverlust') === amountOn(result, 'jahresergebnis'),
    or_equals_plain_statements:
      amountOn(result, 'jahresergebnis') === amountOn(plainResult, 'result') &&
      netAssets(sheet, 'aktiven', 'passiven') === netAssets(plainSheet, 'assets', 'liabilities_and_equity') &&
      haveEqualAccounts(sheet, plainSheet) &&
      haveEqualAccounts(result, plainResult),
    debits_equal_credits: totals.debit_minor === totals.credit_minor && totals.closing_minor === 0n,
    every_account_has_a_row:
      UNMAPPED_ROWS.every((row) => isEmpty(sheet, row)) && isEmpty(result, NATURE_OF_EXPENSE.unmapped),
    closing_accounts_are_zero: amountOn(sheet, CONTROL_ROW.row_key) === 0n,
  }
}

function amountOn(column: StatementColumn, row_key: string): bigint {
  return column.get(row_key)?.amount_minor ?? 0n
}

function netAssets(column: StatementColumn, assets: string, liabilities: string): bigint {
  return amountOn(column, assets) - amountOn(column, liabilities)
}

function isEmpty(column: StatementColumn, row: OrRow): boolean {
  return (column.get(row.row_key)?.sources.length ?? 0) === 0
}

/** Every account stands on both with the same amount; a mapping may move it to the other side, where its sign differs. */
function haveEqualAccounts(a: StatementColumn, b: StatementColumn): boolean {
  const [first, second] = [magnitudes(a), magnitudes(b)]
  return first.size === second.size && [...first].every(([account, amount]) => second.get(account) === amount)
}

/** By account; the account of the result may stand on two rows, of which the sum counts. */
function magnitudes(column: StatementColumn): Map<string, bigint> {
  const amounts = new Map<string, bigint>()
  for (const { account_code, amount_minor } of [...column.values()].flatMap(({ sources }) => sources)) {
    if (account_code !== null) amounts.set(account_code, (amounts.get(account_code) ?? 0n) + amount_minor)
  }
  return new Map(
    [...amounts].flatMap(([code, amount]) => (amount === 0n ? [] : [[code, amount < 0n ? -amount : amount]])),
  )
}
