import { OR_FUNCTION_ROWS } from './or-rows/income-by-function.ts'
import { OR_INCOME_STATEMENT_ROWS } from './or-rows/income-by-nature.ts'
import { orRowOf } from './or-rows/of-account.ts'
import type { OrRow } from './or-rows/row.ts'
import {
  createCollector,
  isProfitAndLoss,
  type LedgerAccount,
  type StatementColumn,
  sumOver,
  sumUp,
  unmappedRow,
} from './statement.ts'

/** One of the two forms that the law allows. */
export type IncomeForm = {
  readonly rows: readonly OrRow[]
  readonly rowOf: (account: LedgerAccount) => string | undefined
  /** Where an account stands that fits no row, so that the result is always the one of the balance sheet. */
  readonly unmapped: OrRow
}

export const NATURE_OF_EXPENSE: IncomeForm = {
  rows: OR_INCOME_STATEMENT_ROWS,
  rowOf: ({ mapped_row, account_code, account_type }) => mapped_row ?? orRowOf(account_code, account_type),
  unmapped: unmappedRow('nicht_zugeordnete_erfolgskonten', 'jahresergebnis', 'credit', 'OR 959b Abs. 5'),
}

/**
 * The code of an expense does not show its function: wages, rent and depreciation serve production, administration
 * and distribution alike. So an end customer that wants this form maps those accounts to its rows.
 */
export const FUNCTION_OF_EXPENSE: IncomeForm = {
  rows: OR_FUNCTION_ROWS,
  rowOf: (account) => account.mapped_function_row ?? functionRowOf(account.account_code),
  unmapped: unmappedRow('af_nicht_zugeordnete_erfolgskonten', 'af_jahresergebnis', 'credit', 'OR 959b Abs. 5'),
}

/** The codes of the SME chart that determine it. */
const FUNCTION_RANGES = [
  { from: 3000, to: 3899, row_key: 'af_nettoerloese' },
  { from: 3900, to: 4999, row_key: 'af_anschaffungs_herstellungskosten' },
  { from: 6900, to: 6999, row_key: 'af_finanzergebnis' },
  { from: 8000, to: 8499, row_key: 'af_betriebsfremdes_ergebnis' },
  { from: 8500, to: 8899, row_key: 'af_ausserordentliches_ergebnis' },
  { from: 8900, to: 8999, row_key: 'af_direkte_steuern' },
] as const

function functionRowOf(account_code: string): string | undefined {
  if (!/^\d{4,}$/.test(account_code)) return undefined
  const code = Number(account_code.slice(0, 4))
  return FUNCTION_RANGES.find(({ from, to }) => from <= code && code <= to)?.row_key
}

/**
 * The income statement for a stretch of buckets: the activity of revenue and expense in them, income positive and
 * expense negative. An account that fits no row stands on one of its own.
 *
 * @param from index of the first bucket
 * @param to index of the last bucket
 * @source OR Art. 959b
 */
export function incomeStatementOf(
  accounts: readonly LedgerAccount[],
  from: number,
  to: number,
  { rows, rowOf, unmapped }: IncomeForm = NATURE_OF_EXPENSE,
): StatementColumn {
  const { sources, add } = createCollector()
  const keys = new Set(rows.map(({ row_key }) => row_key))
  for (const account of accounts.filter(isProfitAndLoss)) {
    const row_key = rowOf(account)
    add(row_key && keys.has(row_key) ? row_key : unmapped.row_key, {
      account_code: account.account_code,
      account_name: account.account_name,
      amount_minor: -sumOver(account.activity, from, to),
    })
  }
  return sumUp([...rows, unmapped], sources)
}
