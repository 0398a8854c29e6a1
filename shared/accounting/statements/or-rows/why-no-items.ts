import type { AccountType } from '../../../contract/setup/accounts.ts'
import { orRowOf } from './of-account.ts'
import { isAllowance, isTaxAccount, otherRowBySign } from './other-side.ts'
import { whyUnfit } from './unfit-accounts.ts'

/** Roles whose account gets open items. */
export const ROLES_OF_ITEMS =
  /^posting\.(accounts_(receivable|payable)(\.currency\.[A-Z]{3})?|customer_credit|supplier_advance)$/
/** Roles that post lines by themselves, which could name no open item, and the result, which nobody owes. */
export const ROLES_BY_RULE =
  /^posting\.(bank(\..+)?|result(\..+)?|fx_\w+|rounding|input_tax\..+|output_tax|acquisition_tax(_cost)?)$/

type RoleAccount = {
  readonly account_code: string
  readonly account_type: AccountType
  /** Every line on it has an open item. */
  readonly is_control: boolean
}

/** Why an account cannot be right for a role or a row that releases before have given it; null where it can. */
export function whyRoleUnfit(mapping_key: string, account: RoleAccount): string | null {
  const { account_code, account_type, is_control } = account
  const unfit = whyUnfit(mapping_key, account)
  if (unfit !== null) return unfit
  const reason = ROLES_OF_ITEMS.test(mapping_key) ? whyNoItems(account_code, account_type) : null
  if (reason !== null) return `Every line on ${account_code} would belong to an open item, and it ${reason}.`
  return is_control && ROLES_BY_RULE.test(mapping_key)
    ? `Every line on ${account_code} belongs to an open item, and lines of ${mapping_key} belong to none.`
    : null
}

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
