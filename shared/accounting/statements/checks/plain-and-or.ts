import type { StatementColumn } from '../statement.ts'
import { type CheckFigure, inTotal } from './book-check.ts'

export function amountOn(column: StatementColumn, row_key: string): bigint {
  return column.get(row_key)?.amount_minor ?? 0n
}

export function netAssets(column: StatementColumn, assets: string, liabilities: string): bigint {
  return amountOn(column, assets) - amountOn(column, liabilities)
}

/** Accounts that stand on both with different amounts; a mapping may move one to the other side, where its sign differs. */
export function differingAccounts(plain: StatementColumn, or: StatementColumn): CheckFigure[] {
  const [expected, found] = [magnitudes(plain), magnitudes(or)]
  return [...new Set([...expected.keys(), ...found.keys()])]
    .map((account_code) => ({
      ...inTotal(expected.get(account_code) ?? 0n, found.get(account_code) ?? 0n),
      account_code,
    }))
    .filter(({ expected_minor, found_minor }) => expected_minor !== found_minor)
}

/** By account; the account of the result may stand on two rows, of which the sum counts. */
function magnitudes(column: StatementColumn): Map<string, bigint> {
  const amounts = new Map<string, bigint>()
  for (const { account_code, amount_minor } of [...column.values()].flatMap(({ sources }) => sources)) {
    if (account_code !== null) amounts.set(account_code, (amounts.get(account_code) ?? 0n) + amount_minor)
  }
  return new Map([...amounts].map(([code, amount]) => [code, amount < 0n ? -amount : amount]))
}
