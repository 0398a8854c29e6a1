import type { AccountMappingQuery } from '../../../shared/contract/setup/accounts.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { type AccountMappingRow, listAccountMappings } from '../../../shared/store/setup/account-mappings.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { cursorOf, presentPage } from '../../http/page.ts'

/** Which account plays which role, with every version. */
export async function readAccountMappings({ pool }: ApiDeps, { query }: ReadRequest<AccountMappingQuery>) {
  const limit = query.limit ?? 100
  const after = cursorOf('account_mapping', query.starting_after)
  const rows = await listAccountMappings(pool, { ...query, limit }, after)
  return presentPage('account_mapping_list', rows, limit, presentMapping)
}

/** One version of a mapping. */
export function presentMapping(mapping: AccountMappingRow) {
  const account_mapping_id = publicId('account_mapping', mapping.account_mapping_id)
  return { object: 'account_mapping', ...mapping, account_mapping_id }
}
