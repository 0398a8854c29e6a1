import type { OrRow } from './or-rows/row.ts'
import type { StatementColumn } from './statement.ts'

/**
 * The balance of every account on a statement, debit positive: the sum of its parts, whichever rows and sides they stand
 * on. Rows that are part of the one above them count once.
 */
export function ledgerBalancesOf(column: StatementColumn, rows: Iterable<OrRow>): Map<string, bigint> {
  const balances = new Map<string, bigint>()
  for (const { row_key, kind, side } of rows) {
    if (kind === 'of_which') continue
    for (const { account_code, amount_minor } of column.get(row_key)?.sources ?? []) {
      const balance = side === 'debit' ? amount_minor : -amount_minor
      if (account_code !== null) balances.set(account_code, (balances.get(account_code) ?? 0n) + balance)
    }
  }
  return balances
}
