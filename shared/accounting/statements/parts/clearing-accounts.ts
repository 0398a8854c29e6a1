import { type LedgerAccount, movementIn } from '../statement.ts'

/** An account that should be empty, with its balance in minor units, debit positive. */
export type ClearingBalance = {
  readonly account_code: string
  readonly account_name: string
  readonly balance: bigint
}

/**
 * Clearing accounts with a balance at the end of a bucket: money in transit, wages, cards and 1099, on which bank entries
 * wait until somebody says what they are. Class 9 has a check of its own.
 */
export function clearingBalancesAt(accounts: readonly LedgerAccount[], at: number): ClearingBalance[] {
  return accounts
    .filter(isClearing)
    .map((account) => ({
      account_code: account.account_code,
      account_name: account.account_name,
      balance: movementIn(account, 0, at),
    }))
    .filter(({ balance }) => balance !== 0n)
}

function isClearing({ account_code, account_type, is_clearing }: LedgerAccount): boolean {
  if (account_type !== 'asset' && account_type !== 'liability') return false
  return is_clearing ?? /^(1030|109\d)/.test(account_code)
}
