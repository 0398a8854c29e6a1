import { whyNoItems } from '../../../shared/accounting/statements/or-rows/why-no-items.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { AccountMappingsRequest } from '../../../shared/contract/setup/accounts.ts'
import type { KnownAccount } from '../../../shared/store/setup/chart.ts'
import type { AccountRoles } from '../../../shared/store/setup/control-accounts.ts'

/** Roles whose account gets open items. */
const CONTROL = /^posting\.(accounts_(receivable|payable)(\.currency\.[A-Z]{3})?|customer_credit|supplier_advance)$/
/** Roles that post lines by themselves, which could name no open item. */
const BY_RULE = /^posting\.(bank(\..+)?|fx_\w+|rounding|input_tax\..+|output_tax|acquisition_tax(_cost)?)$/

type Mappings = AccountMappingsRequest['mappings']

/**
 * Mappings that would make an account a control account that can never be one, or also the account of a role that knows
 * no open item. An account that is one already keeps its roles.
 */
export function checkControlAccounts(
  mappings: Mappings,
  accounts: readonly KnownAccount[],
  roles: readonly AccountRoles[],
): ErrorDetail[] {
  const types = new Map(accounts.map(({ account_code, account_type }) => [account_code, account_type]))
  const known = new Map(roles.map((account) => [account.account_code, account]))
  return mappings.flatMap(({ mapping_key, account_code }, index) => {
    const keys = [
      ...(known.get(account_code)?.mapping_keys ?? []),
      ...mappings.filter((other) => other.account_code === account_code).map((other) => other.mapping_key),
    ]
    const type = types.get(account_code)
    const reason =
      CONTROL.test(mapping_key) && !known.get(account_code)?.is_control && type && whyNoItems(account_code, type)
    if (reason) return [unfit(index, account_code, reason)]
    const isControl = known.get(account_code)?.is_control === true || keys.some((key) => CONTROL.test(key))
    const byRule = keys.find((key) => BY_RULE.test(key))
    if (BY_RULE.test(mapping_key) && isControl) return [refusal(index, account_code, mapping_key)]
    return CONTROL.test(mapping_key) && byRule !== undefined ? [refusal(index, account_code, byRule)] : []
  })
}

/** Whether a chart may bring a role: one of open items for an account that can have them. */
export function canHaveRole(
  { mapping_key, account_code }: Pick<Mappings[number], 'mapping_key' | 'account_code'>,
  accounts: readonly Pick<KnownAccount, 'account_code' | 'account_type'>[],
): boolean {
  const account = accounts.find((one) => one.account_code === account_code)
  return !CONTROL.test(mapping_key) || !account || whyNoItems(account_code, account.account_type) === null
}

function refusal(index: number, account_code: string, role: string): ErrorDetail {
  const message = `Every line on ${account_code} would belong to an open item, and lines of ${role} belong to none. Map another account.`
  return { pointer: `/mappings/${index}/account_code`, code: 'control_account', message }
}

function unfit(index: number, account_code: string, reason: string): ErrorDetail {
  const message = `Every line on ${account_code} would belong to an open item, and it ${reason}. Map another account.`
  return { pointer: `/mappings/${index}/account_code`, code: 'control_account', message }
}
