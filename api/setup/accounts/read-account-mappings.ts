import type { AccountMappingQuery } from '../../../shared/contract/setup/accounts.ts'
import { listAccountMappings } from '../../../shared/store/setup/account-mappings.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { cursorOf, presentPage } from '../../http/page.ts'
import { presentAccountMapping } from './present-account-mapping.ts'

/** Which account plays which role, with every version. */
export async function readAccountMappings({ pool }: ApiDeps, { query }: ReadRequest<AccountMappingQuery>) {
  const limit = query.limit ?? 100
  const after = cursorOf('account_mapping', query.starting_after)
  const page = await listAccountMappings(pool, { ...query, limit }, after)
  return presentPage('account_mapping_list', page, presentAccountMapping)
}
