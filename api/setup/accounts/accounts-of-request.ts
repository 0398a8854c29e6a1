import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AccountChartRequest } from '../../../shared/contract/setup/accounts.ts'
import { newUuid, publicId } from '../../../shared/process/ids.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { findKnownAccounts, type KnownAccount, type NewAccount } from '../../../shared/store/setup/chart.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'

/** The accounts of a request with their defaults filled in, and those of them that are known already. */
export async function accountsOfRequest(
  tx: Tx,
  { body, end_customer_id }: MutatingRequest<AccountChartRequest>,
  base_currency: string,
): Promise<{ accounts: readonly NewAccount[]; known: readonly KnownAccount[] }> {
  const codes = body.accounts.map(({ account_code }) => account_code)
  const ids = body.accounts.flatMap(({ account_id }) => account_id ?? [])
  const known = await findKnownAccounts(tx, end_customer_id, codes, ids)
  await nextTurn()
  const byCode = new Map(known.map((account) => [account.account_code, account]))
  const accounts = body.accounts.map((account) => ({
    account_code: account.account_code,
    account_id: account.account_id ?? byCode.get(account.account_code)?.account_id ?? publicId('account', newUuid()),
    account_name: account.account_name,
    account_class: account.account_class ?? account.account_code.slice(0, 1),
    account_type: account.account_type,
    currency: account.currency ?? base_currency,
    status: account.status ?? 'active',
    either_side_normal: account.either_side_normal ?? false,
    is_clearing: account.is_clearing ?? null,
    related_to: account.related_to ?? null,
  }))
  return { accounts, known }
}
