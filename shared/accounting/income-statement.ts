import { OR_INCOME_STATEMENT_ROWS } from './or-income-statement-rows.ts'
import {
  createCollector,
  isProfitAndLoss,
  type LedgerAccount,
  rowOfAccount,
  type StatementColumn,
  sumOver,
  sumUp,
  unmappedRow,
} from './statement.ts'

export const UNMAPPED_RESULT_ROW = unmappedRow(
  'nicht_zugeordnete_erfolgskonten',
  'jahresergebnis',
  'credit',
  'OR 959b Abs. 5',
)

const ROWS = [...OR_INCOME_STATEMENT_ROWS, UNMAPPED_RESULT_ROW]
const ROW_KEYS = new Set(ROWS.map(({ row_key }) => row_key))

/**
 * The income statement by nature of expense for a stretch of buckets: the activity of revenue and expense in them,
 * income positive and expense negative. An account that fits no row stands on one of its own, so that the result is
 * always the one of the balance sheet.
 *
 * @param from index of the first bucket
 * @param to index of the last bucket
 * @source OR Art. 959b Abs. 2
 */
export function incomeStatementOf(accounts: readonly LedgerAccount[], from: number, to: number): StatementColumn {
  const { sources, add } = createCollector()
  for (const account of accounts.filter(isProfitAndLoss)) {
    const row_key = rowOfAccount(account)
    const activity = sumOver(account.activity, from, to)
    add(row_key && ROW_KEYS.has(row_key) ? row_key : UNMAPPED_RESULT_ROW.row_key, {
      ...account,
      amount_minor: -activity,
    })
  }
  return sumUp(ROWS, sources)
}
