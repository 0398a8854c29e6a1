import { minorOf } from '../../print/amounts.ts'
import type { RowStatement } from '../present-row-statement.ts'
import type { AccountOfRow, RowWithAccounts } from './accounts-of-periods.ts'

/** Where rows of several accounts lead: in each column to the first of their accounts that is not zero there. */
export type AccountsBeneath = {
  readonly anchorOf: (row_key: string, column: number) => string | undefined
  readonly idOf: (account: AccountOfRow) => string | undefined
}

export function accountsBeneath(
  { comparison, period_series }: RowStatement,
  rows: readonly RowWithAccounts[],
): AccountsBeneath {
  const columns = (comparison ? 2 : 1) + (period_series?.length ?? 0)
  const anchors = new Map<string, (string | undefined)[]>()
  const ids = new Map<AccountOfRow, string>()
  for (const [index, { row, accounts }] of rows.entries()) {
    if (accounts.length < 2) continue
    const firsts = Array.from({ length: columns }, (_, column) => {
      const at = accounts.findIndex((account) => minorInColumn(account, column, comparison !== null) !== 0n)
      const account = accounts[at]
      if (account) ids.set(account, `account-${index}-${at}`)
      return account && ids.get(account)
    })
    anchors.set(row.row_key, firsts)
  }
  return { anchorOf: (row_key, column) => anchors.get(row_key)?.[column], idOf: (account) => ids.get(account) }
}

/** @param column of the amounts: of the year, of the year before where it is compared, of the periods */
export function minorInColumn(
  { amount, prior_amount, of_periods }: AccountOfRow,
  column: number,
  isCompared: boolean,
): bigint {
  if (column === 0) return minorOf(amount)
  if (!isCompared) return of_periods[column - 1] ?? 0n
  return column === 1 ? (prior_amount === null ? 0n : minorOf(prior_amount)) : (of_periods[column - 2] ?? 0n)
}
