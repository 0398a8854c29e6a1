import { publicId } from '../../../shared/process/ids.ts'
import type { AccountMappingRow } from '../../../shared/store/setup/account-mappings.ts'

/** One version of a mapping. */
export function presentAccountMapping(mapping: AccountMappingRow) {
  const account_mapping_id = publicId('account_mapping', mapping.account_mapping_id)
  return { object: 'account_mapping', ...mapping, account_mapping_id }
}
