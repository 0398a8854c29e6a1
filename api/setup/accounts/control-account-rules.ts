import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { AccountMappingsRequest } from '../../../shared/contract/setup/accounts.ts'
import type { AccountRoles } from '../../../shared/store/setup/control-accounts.ts'

/** Roles whose account gets open items. */
const CONTROL = /^posting\.(accounts_(receivable|payable)(\.currency\.[A-Z]{3})?|customer_credit|supplier_advance)$/
/** Roles that post lines by themselves, which could name no open item. */
const BY_RULE = /^posting\.(bank(\..+)?|fx_\w+|rounding|input_tax\..+|output_tax|acquisition_tax(_cost)?)$/

type Mappings = AccountMappingsRequest['mappings']

/** Mappings that would make one account a control account and the account of a role that knows no open item. */
export function checkControlAccounts(mappings: Mappings, roles: readonly AccountRoles[]): ErrorDetail[] {
  const known = new Map(roles.map((account) => [account.account_code, account]))
  return mappings.flatMap(({ mapping_key, account_code }, index) => {
    const keys = [
      ...(known.get(account_code)?.mapping_keys ?? []),
      ...mappings.filter((other) => other.account_code === account_code).map((other) => other.mapping_key),
    ]
    const isControl = known.get(account_code)?.is_control === true || keys.some((key) => CONTROL.test(key))
    const byRule = keys.find((key) => BY_RULE.test(key))
    if (BY_RULE.test(mapping_key) && isControl) return [refusal(index, account_code, mapping_key)]
    return CONTROL.test(mapping_key) && byRule !== undefined ? [refusal(index, account_code, byRule)] : []
  })
}

function refusal(index: number, account_code: string, role: string): ErrorDetail {
  const message = `Every line on ${account_code} would belong to an open item, and lines of ${role} belong to none. Map another account.`
  return { pointer: `/mappings/${index}/account_code`, code: 'control_account', message }
}
