import type { OrRow } from '../../shared/accounting/or-balance-sheet-rows.ts'
import type { Bucket, LedgerAccount, SourceAccount, StatementColumn } from '../../shared/accounting/statement.ts'
import type { StatementQuery } from '../../shared/contract/statements.ts'
import type { Ledger } from '../../shared/store/read-ledger.ts'
import { checkStatements, type StatementKind } from '../statement-kinds.ts'
import { presentInteger, presentMoney } from './money.ts'

type Statement = {
  readonly kind: StatementKind
  readonly query: StatementQuery
  readonly ledger: Ledger
  /** The last entry that counts. */
  readonly position: { readonly entry_number: bigint; readonly entry_hash: string }
  readonly accounts: readonly LedgerAccount[]
  /** Earlier fiscal years as a whole, then the year itself from index `first` on. */
  readonly buckets: readonly Bucket[]
  readonly first: number
}

/** Contract, "Statement reads": every row of the law, also those without value, and what they are made of. */
export function presentOrStatement(statement: Statement) {
  const { kind, query, ledger, position, accounts, buckets, first } = statement
  const last = buckets.length - 1
  const column = kind.column(accounts, buckets, first, last)
  const hasPrior = query.comparison === 'prior_fiscal_year' && first > 0
  const prior = hasPrior ? kind.column(accounts, buckets, first - 1, first - 1) : null
  const series = query.granularity
    ? buckets.slice(first).map((_, at) => kind.column(accounts, buckets, first + at, first + at))
    : []
  const rows = rowsOf(kind, [column, ...(prior ? [prior] : []), ...series])
  const locale = query.locale ?? ledger.locale
  return {
    object: kind.object,
    end_customer_id: query.end_customer_id.toLowerCase(),
    fiscal_year_id: query.fiscal_year_id,
    period_start: buckets[first]?.start_date,
    period_end: buckets[last]?.end_date,
    currency: ledger.base_currency,
    locale,
    comparison: hasPrior ? presentPeriod(buckets[first - 1] as Bucket) : null,
    granularity: query.granularity ?? null,
    rows: rows.map((row) => presentRow(row, row.labels[locale], ledger.base_currency, column, prior)),
    period_series: query.granularity ? series.map((own, at) => presentBucket(statement, rows, own, first + at)) : null,
    ledger_position: {
      entry_number: presentInteger(position.entry_number),
      entry_hash: position.entry_hash,
    },
    checks: checkStatements(accounts, buckets, first),
  }
}

/** The rows of the law always; a rare row behind the last of those that belong to the same parent. */
function rowsOf({ rows, rare_rows }: StatementKind, columns: readonly StatementColumn[]): OrRow[] {
  const shown = [...rows]
  for (const rare of rare_rows) {
    if (!columns.some((column) => column.get(rare.row_key)?.sources.length)) continue
    const family = shown.findLastIndex((row) => isBelow(row, rare.parent_key, rows))
    shown.splice(family === -1 ? shown.length : family + 1, 0, rare)
  }
  return shown
}

function isBelow(row: OrRow, ancestor: string | null, rows: readonly OrRow[]): boolean {
  if (row.parent_key === null) return false
  if (row.parent_key === ancestor) return true
  const parent = rows.find(({ row_key }) => row_key === row.parent_key)
  return parent !== undefined && isBelow(parent, ancestor, rows)
}

function presentRow(
  row: OrRow,
  label: string,
  currency: string,
  column: StatementColumn,
  prior: StatementColumn | null,
) {
  const { row_key, parent_key, law, level, kind } = row
  return {
    row_key,
    parent_key,
    label,
    law,
    level,
    kind,
    amount: presentMoney(column.get(row_key)?.amount_minor ?? 0n, currency),
    prior_amount: prior && presentMoney(prior.get(row_key)?.amount_minor ?? 0n, currency),
    source_accounts: sourcesOf(row_key, column, prior).map(({ source, amount, prior_amount }) => ({
      account_code: source.account_code,
      account_name: source.account_name,
      amount: presentMoney(amount, currency),
      prior_amount: prior_amount === null ? null : presentMoney(prior_amount, currency),
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

function presentBucket({ buckets, ledger }: Statement, rows: readonly OrRow[], column: StatementColumn, at: number) {
  const { period_start, period_end } = presentPeriod(buckets[at] as Bucket)
  const amounts = rows.map(({ row_key }) => ({
    row_key,
    amount: presentMoney(column.get(row_key)?.amount_minor ?? 0n, ledger.base_currency),
  }))
  return { period_start, period_end, rows: amounts }
}

function presentPeriod({ fiscal_year_id, start_date, end_date }: Bucket) {
  return { fiscal_year_id, period_start: start_date, period_end: end_date }
}
