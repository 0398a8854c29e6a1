import { whyUnfit } from '../../../shared/accounting/statements/or-rows/unfit-accounts.ts'
import {
  ROLES_BY_RULE,
  ROLES_OF_ITEMS,
  whyNoItems,
} from '../../../shared/accounting/statements/or-rows/why-no-items.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { AccountMappingsRequest } from '../../../shared/contract/setup/accounts.ts'
import type { KnownAccount } from '../../../shared/store/setup/chart.ts'
import type { AccountRoles } from '../../../shared/store/setup/control-accounts.ts'

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
  const uses = usesOf(mappings, roles)
  return mappings.flatMap(({ mapping_key, account_code }, index) => {
    const type = types.get(account_code)
    const { is_control, of_items, by_rule } = uses.get(account_code) ?? UNUSED
    const reason = ROLES_OF_ITEMS.test(mapping_key) && !is_control && type && whyNoItems(account_code, type)
    if (reason) return [unfit(index, account_code, reason)]
    if (ROLES_BY_RULE.test(mapping_key) && (is_control || of_items)) return [refusal(index, account_code, mapping_key)]
    return ROLES_OF_ITEMS.test(mapping_key) && by_rule !== null ? [refusal(index, account_code, by_rule)] : []
  })
}

/** What an account is used for: it is a control account, it would be one, a role posts its lines by itself. */
type Use = { readonly is_control: boolean; readonly of_items: boolean; readonly by_rule: string | null }
const UNUSED: Use = { is_control: false, of_items: false, by_rule: null }

/** Each key is looked at once, however many mappings name its account. */
function usesOf(mappings: Mappings, roles: readonly AccountRoles[]): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>()
  for (const { account_code, is_control, mapping_keys } of roles)
    uses.set(account_code, mapping_keys.reduce(withKey, { ...UNUSED, is_control }))
  for (const { account_code, mapping_key } of mappings)
    uses.set(account_code, withKey(uses.get(account_code) ?? UNUSED, mapping_key))
  return uses
}

function withKey(use: Use, key: string): Use {
  const by_rule = use.by_rule ?? (ROLES_BY_RULE.test(key) ? key : null)
  return { ...use, of_items: use.of_items || ROLES_OF_ITEMS.test(key), by_rule }
}

/** Whether a chart may bring a role: one that the type of the account fits, and of open items where it can have them. */
export function canHaveRole(
  { mapping_key, account_code }: Pick<Mappings[number], 'mapping_key' | 'account_code'>,
  accounts: readonly Pick<KnownAccount, 'account_code' | 'account_type'>[],
): boolean {
  const account = accounts.find((one) => one.account_code === account_code)
  if (!account) return true
  if (ROLES_OF_ITEMS.test(mapping_key)) return whyNoItems(account_code, account.account_type) === null
  return whyUnfit(mapping_key, account) === null
}

function refusal(index: number, account_code: string, role: string): ErrorDetail {
  const message = `Every line on ${account_code} would belong to an open item, and lines of ${role} belong to none. Map another account.`
  return { pointer: `/mappings/${index}/account_code`, code: 'control_account', message }
}

function unfit(index: number, account_code: string, reason: string): ErrorDetail {
  const message = `Every line on ${account_code} would belong to an open item, and it ${reason}. Map another account.`
  return { pointer: `/mappings/${index}/account_code`, code: 'control_account', message }
}
