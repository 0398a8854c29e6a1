import type { AccountType } from '../../../contract/setup/accounts.ts'
import { orRowOf } from './of-account.ts'
import { isAllowance, isTaxAccount, otherRowBySign } from './other-side.ts'

/** Why every line on an account could never belong to an open item; null where it could. */
export function whyNoItems(account_code: string, account_type: AccountType): string | null {
  if (account_type !== 'asset' && account_type !== 'liability') return `is of the type ${account_type}`
  if (isMoney(account_code, account_type)) return 'is cash, a bank account or another liquid fund'
  if (isAllowance(account_code)) return 'is an allowance'
  if (isTaxAccount(account_code, account_type)) return 'is an account of taxes'
  return null
}

/** A bank account that is overdrawn is one too. */
export function isMoney(account_code: string, account_type: AccountType): boolean {
  const rows = [orRowOf(account_code, account_type), otherRowBySign(account_code, account_type)]
  return rows.includes('fluessige_mittel')
}
