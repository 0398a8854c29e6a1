import type { StatementColumn } from '../statement.ts'
import { type CheckFigure, inTotal } from './book-check.ts'

export function amountOn(column: StatementColumn, row_key: string): bigint {
  return column.get(row_key)?.amount_minor ?? 0n
}

export function netAssets(column: StatementColumn, assets: string, liabilities: string): bigint {
  return amountOn(column, assets) - amountOn(column, liabilities)
}

/** Accounts that stand on both with different balances, whichever rows and sides their parts stand on. */
export function differingAccounts(
  expected: ReadonlyMap<string, bigint>,
  found: ReadonlyMap<string, bigint>,
): CheckFigure[] {
  return [...new Set([...expected.keys(), ...found.keys()])]
    .map((account_code) => ({
      ...inTotal(expected.get(account_code) ?? 0n, found.get(account_code) ?? 0n),
      account_code,
    }))
    .filter(({ expected_minor, found_minor }) => expected_minor !== found_minor)
}
