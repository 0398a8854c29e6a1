import { type LedgerAccount, NO_TRAITS } from '../../shared/accounting/statements/statement.ts'
import type { StatementAccountRow } from '../../shared/store/statements/account-period-totals.ts'

/** The accounts of a ledger, each with its sums in every bucket. */
export function accountsOfRows(rows: readonly StatementAccountRow[], length: number): LedgerAccount[] {
  return [...Map.groupBy(rows, ({ account_code }) => account_code).values()].map((rowsOfAccount) => {
    const [{ account_code, account_name, account_type, or_row, or_function_row }] = rowsOfAccount as [
      StatementAccountRow,
    ]
    const sums = (amountOf: (row: StatementAccountRow) => bigint) => {
      const amounts = Array.from({ length }, () => 0n)
      for (const row of rowsOfAccount) amounts[row.bucket] = (amounts[row.bucket] ?? 0n) + amountOf(row)
      return amounts
    }
    const net = ({ debit_minor, credit_minor }: StatementAccountRow) => debit_minor - credit_minor
    return {
      ...NO_TRAITS,
      account_code,
      account_name,
      account_type,
      mapped_row: or_row,
      mapped_function_row: or_function_row,
      activity: sums((row) => (isActivity(row) ? net(row) : 0n)),
      opening_entries: sums((row) => (row.entry_type === 'opening' ? net(row) : 0n)),
      closing_entries: sums((row) => (row.entry_type === 'closing' ? net(row) : 0n)),
      debit: sums((row) => (row.entry_type === 'opening' ? 0n : row.debit_minor)),
      credit: sums((row) => (row.entry_type === 'opening' ? 0n : row.credit_minor)),
    }
  })
}

/** What happened in the year, here or in the system before this one. */
function isActivity({ entry_type }: StatementAccountRow): boolean {
  return entry_type === 'standard' || entry_type === 'takeover'
}
