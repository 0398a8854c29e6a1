import { whyRoleUnfit } from '../../../shared/accounting/statements/or-rows/why-no-items.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { AccountMappingRow } from '../../../shared/store/setup/account-mappings.ts'

/** One version of a mapping. Releases before have made some that are refused now. */
export function presentAccountMapping({ account_type, is_control, ...mapping }: AccountMappingRow) {
  const { mapping_key, account_code } = mapping
  const account_mapping_id = publicId('account_mapping', mapping.account_mapping_id)
  const unfit = whyRoleUnfit(mapping_key, { account_code, account_type, is_control })
  return { object: 'account_mapping', ...mapping, account_mapping_id, unfit }
}
