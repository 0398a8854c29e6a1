import {
  type Bucket,
  CONTROL_ROW,
  isMapped,
  type LedgerAccount,
  type SourceAccount,
  type StatementColumn,
  UNMAPPED_ROWS,
} from '../../shared/accounting/balance-sheet.ts'
import { OR_BALANCE_SHEET_ROWS, type OrRow } from '../../shared/accounting/or-balance-sheet-rows.ts'
import type { StatementQuery } from '../../shared/contract/statements.ts'
import type { Ledger } from '../../shared/store/read-ledger.ts'
import { presentInteger, presentMoney } from './money.ts'

type Statement = {
  readonly query: StatementQuery
  readonly ledger: Ledger
  readonly accounts: readonly LedgerAccount[]
  /** The buckets of the year and the column at the end of each; the last is the statement itself. */
  readonly buckets: readonly Bucket[]
  readonly columns: readonly StatementColumn[]
  readonly prior: { readonly column: StatementColumn; readonly bucket: Bucket } | null
}

/** Contract, "Statement reads": every row of the law, also those without value, and what they are made of. */
export function presentOrBalanceSheet(statement: Statement) {
  const { query, ledger, accounts, buckets, columns, prior } = statement
  const column = columns.at(-1) as StatementColumn
  const locale = query.locale ?? ledger.locale
  const rows = rowsOf([column, ...(prior ? [prior.column] : []), ...columns])
  const amountOf = (key: string) => column.get(key)?.amount_minor ?? 0n
  return {
    object: 'or_balance_sheet',
    end_customer_id: query.end_customer_id.toLowerCase(),
    fiscal_year_id: query.fiscal_year_id,
    period_start: buckets[0]?.start_date,
    period_end: buckets.at(-1)?.end_date,
    currency: ledger.base_currency,
    locale,
    comparison: prior && {
      fiscal_year_id: prior.bucket.fiscal_year_id,
      period_start: prior.bucket.start_date,
      period_end: prior.bucket.end_date,
    },
    granularity: query.granularity ?? null,
    rows: rows.map((row) => presentRow(row, row.labels[locale], statement, column)),
    period_series: query.granularity ? presentSeries(statement, rows) : null,
    ledger_position: {
      entry_number: presentInteger(ledger.last_entry_number),
      entry_hash: ledger.last_entry_hash,
    },
    checks: {
      assets_equal_liabilities_and_equity: amountOf('aktiven') === amountOf('passiven'),
      every_account_has_a_row: accounts.every(isMapped),
      closing_accounts_are_zero: amountOf(CONTROL_ROW.row_key) === 0n,
    },
  }
}

/** The rows of the law always; those for accounts that fit nowhere only when there is something on them. */
function rowsOf(columns: readonly StatementColumn[]): OrRow[] {
  const isUsed = ({ row_key }: OrRow) => columns.some((column) => column.get(row_key)?.sources.length)
  const extra = UNMAPPED_ROWS.filter(isUsed)
  const rows = OR_BALANCE_SHEET_ROWS.flatMap((row) => [
    ...extra.filter((candidate) => row.row_key === 'passiven' && candidate.parent_key === 'aktiven'),
    row,
  ])
  return [...rows, ...extra.filter(({ parent_key }) => parent_key === 'passiven'), ...[CONTROL_ROW].filter(isUsed)]
}

function presentRow(row: OrRow, label: string, { ledger, prior }: Statement, column: StatementColumn) {
  const { row_key, parent_key, law, level, kind } = row
  const money = (amount: bigint) => presentMoney(amount, ledger.base_currency)
  return {
    row_key,
    parent_key,
    label,
    law,
    level,
    kind,
    amount: money(column.get(row_key)?.amount_minor ?? 0n),
    prior_amount: prior && money(prior.column.get(row_key)?.amount_minor ?? 0n),
    source_accounts: sourcesOf(row_key, column, prior?.column ?? null).map(({ source, amount, prior_amount }) => ({
      account_code: source.account_code,
      account_name: source.account_name,
      amount: money(amount),
      prior_amount: prior_amount === null ? null : money(prior_amount),
    })),
  }
}

/** Accounts of a row in either column; one that is missing in a column is zero there. */
function sourcesOf(row_key: string, column: StatementColumn, prior: StatementColumn | null) {
  const nameOf = ({ account_code, account_name }: SourceAccount) => account_code ?? account_name
  const now = new Map((column.get(row_key)?.sources ?? []).map((source) => [nameOf(source), source]))
  const before = new Map((prior?.get(row_key)?.sources ?? []).map((source) => [nameOf(source), source]))
  return [...new Map([...before, ...now])].map(([name, source]) => ({
    source,
    amount: now.get(name)?.amount_minor ?? 0n,
    prior_amount: prior && (before.get(name)?.amount_minor ?? 0n),
  }))
}

function presentSeries({ buckets, columns, ledger }: Statement, rows: readonly OrRow[]) {
  return buckets.map(({ start_date, end_date }, index) => ({
    period_start: start_date,
    period_end: end_date,
    rows: rows.map(({ row_key }) => ({
      row_key,
      amount: presentMoney(columns[index]?.get(row_key)?.amount_minor ?? 0n, ledger.base_currency),
    })),
  }))
}
