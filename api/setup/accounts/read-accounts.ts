import type { AccountQuery } from '../../../shared/contract/setup/accounts.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { type AccountWithMappings, listAccounts } from '../../../shared/store/setup/chart.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { presentPage } from '../../http/page.ts'

/** The chart of accounts on a date with the mappings that are active then. */
export function readAccounts({ pool }: ApiDeps, { query }: ReadRequest<AccountQuery>) {
  return readAccountList(pool, {
    ...query,
    valid_on: query.valid_on ?? todayInSwitzerland(),
    limit: query.limit ?? 100,
  })
}

/** Contract, "Account list". */
export async function readAccountList(
  db: Db,
  query: AccountQuery & { valid_on: string; limit: number },
  most_bytes?: number,
) {
  const { end_customer_id, valid_on } = query
  const page = presentPage('account_list', await listAccounts(db, query, most_bytes), presentAccount)
  return { ...page, end_customer_id, valid_on }
}

function presentAccount(account: AccountWithMappings) {
  return {
    object: 'account',
    account_class: account.account_class,
    account_code: account.account_code,
    account_id: account.account_id,
    account_name: account.account_name,
    account_type: account.account_type,
    currency: account.currency,
    status: account.status,
    either_side_normal: account.either_side_normal,
    is_clearing: account.is_clearing,
    related_to: account.related_to,
    mappings: account.mappings.map((mapping) => ({
      ...mapping,
      account_mapping_id: publicId('account_mapping', mapping.account_mapping_id),
    })),
  }
}
