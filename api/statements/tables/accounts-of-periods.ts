import { nameIn } from '../../../shared/accounting/statements/computed-names.ts'
import { mapPausing, type Pause } from '../../../shared/process/pause.ts'
import { presentMoney } from '../../http/present-money.ts'
import { COLUMNS_OF_PERIODS, type RowStatement, type StatementRow } from '../present-row-statement.ts'

/** An account below its row, with its amounts in the periods. */
export type AccountOfRow = StatementRow['source_accounts'][number] & { readonly of_periods: readonly bigint[] }

export type RowWithAccounts = { readonly row: StatementRow; readonly accounts: readonly AccountOfRow[] }

type AccountWithPeriods = { readonly account: AccountOfRow; readonly of_periods: bigint[] }

/** Each row with its accounts, also those that have amounts in some period only. Thousands of accounts have twelve amounts each. */
export async function rowsWithAccounts(statement: RowStatement, pause: Pause): Promise<RowWithAccounts[]> {
  const byRow = await accountsByRow(statement, pause)
  const nothing = statement[COLUMNS_OF_PERIODS].map(() => 0n)
  return mapPausing(statement.rows, pause, (row) => ({
    row,
    accounts: accountsOf(row, byRow.get(row.row_key), nothing),
  }))
}

async function accountsByRow(statement: RowStatement, pause: Pause) {
  const { locale, currency, comparison } = statement
  const columns = statement[COLUMNS_OF_PERIODS]
  const zero = presentMoney(0n, currency)
  const amounts = { amount: zero, prior_amount: comparison && zero, partners: [] }
  const byRow = new Map<string, Map<string, AccountWithPeriods>>()
  function* sources() {
    for (const [at, column] of columns.entries())
      for (const [row_key, { sources: its }] of column) for (const source of its) yield { at, row_key, source }
  }
  await mapPausing(sources(), pause, ({ at, row_key, source: { amount_minor, ...source } }) => {
    const accounts = byRow.get(row_key) ?? new Map<string, AccountWithPeriods>()
    byRow.set(row_key, accounts)
    const account_name = nameIn(locale, source)
    const key = keyOf({ ...source, account_name })
    const of_periods = accounts.get(key)?.of_periods ?? columns.map(() => 0n)
    of_periods[at] = (of_periods[at] ?? 0n) + amount_minor
    if (!accounts.has(key))
      accounts.set(key, { of_periods, account: { ...source, ...amounts, account_name, of_periods } })
  })
  return byRow
}

function accountsOf(
  { source_accounts }: StatementRow,
  known: ReadonlyMap<string, AccountWithPeriods> | undefined,
  nothing: readonly bigint[],
): readonly AccountOfRow[] {
  const ofYear = source_accounts.map((source) => ({
    ...source,
    of_periods: known?.get(keyOf(source))?.of_periods ?? nothing,
  }))
  if (known === undefined) return ofYear
  const keys = new Set(ofYear.map(keyOf))
  return [...ofYear, ...[...known].flatMap(([key, { account }]) => (keys.has(key) ? [] : account))]
}

function keyOf({ account_code, account_name }: Pick<AccountOfRow, 'account_code' | 'account_name'>): string {
  return account_code ?? account_name
}
