import { FUNCTION_OF_EXPENSE, NATURE_OF_EXPENSE } from '../../../shared/accounting/statements/income-statement.ts'
import type {
  KeptAccount,
  KeptControlAccount,
  KeptSheet,
  KeptStatements,
} from '../../../shared/accounting/statements/kept-statements.ts'
import {
  isProfitAndLoss,
  type LedgerAccount,
  type StatementColumn,
} from '../../../shared/accounting/statements/statement.ts'
import { balanceSheetOf } from '../../../shared/accounting/statements/year-books.ts'
import { mapPausing, type Pause } from '../../../shared/process/pause.ts'
import { runSteps } from '../../../shared/process/run-steps.ts'
import type { StatementAccountRow } from '../../../shared/store/statements/account-period-totals.ts'
import type { Ledger } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { BooksRead } from '../books/read-books.ts'

/**
 * What the statements of a year are made of at its close: names, sums and rows of its accounts, and the balance sheet at
 * the end of every month as it is shown.
 *
 * @param read the year by month
 * @param control_accounts of which lists of open items are made
 */
export async function keepStatements(
  ledger: Ledger,
  { rows, books, recorded }: BooksRead,
  control_accounts: readonly KeptControlAccount[],
  pause: Pause,
): Promise<KeptStatements> {
  const { name, base_currency, locale, legal_form } = ledger
  const rowsOf = Map.groupBy(rows, ({ account_code }) => account_code)
  const accounts = await mapPausing(books.accounts, pause, (account) =>
    keepAccount(account, rowsOf.get(account.account_code) ?? []),
  )
  const sheets: KeptSheet[] = []
  for (const [index, { end_date }] of books.buckets.slice(books.first).entries()) {
    await pause()
    sheets.push(keepSheet(end_date, await runSteps(balanceSheetOf(books, books.first + index), pause)))
  }
  return {
    ledger: { name, base_currency, locale, legal_form },
    buckets: books.buckets,
    accounts,
    sheets,
    recorded,
    control_accounts,
  }
}

function keepSheet(end_date: string, sheet: StatementColumn): KeptSheet {
  const rows = [...sheet].map(([row_key, amount]) => ({ row_key, ...amount }))
  return { end_date, rows: rows.filter(({ amount_minor, sources }) => amount_minor !== 0n || sources.length > 0) }
}

function keepAccount(account: LedgerAccount, rows: readonly StatementAccountRow[]): KeptAccount {
  const { account_code, account_name, account_type, mapped_row, is_clearing } = account
  const hasResult = isProfitAndLoss(account)
  return {
    account_code,
    account_name,
    account_type,
    is_clearing,
    or_row: hasResult ? (NATURE_OF_EXPENSE.rowOf(account) ?? NATURE_OF_EXPENSE.unmapped.row_key) : mapped_row,
    or_function_row: (hasResult && FUNCTION_OF_EXPENSE.rowOf(account)) || null,
    sums: rows.map(({ bucket, entry_type, debit_minor, credit_minor }) => [
      bucket,
      entry_type,
      String(debit_minor),
      String(credit_minor),
    ]),
  }
}
