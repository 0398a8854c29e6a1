import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { AccountMappingsRequest } from '../../../shared/contract/setup/accounts.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { enqueueReevaluation } from '../../../shared/queue/enqueue.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { saveAccountMapping } from '../../../shared/store/setup/account-mappings.ts'
import { findKnownAccounts } from '../../../shared/store/setup/chart.ts'
import { findAccountRoles } from '../../../shared/store/setup/control-accounts.ts'
import { ensureEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { onceReevaluated } from '../../http/once-reevaluated.ts'
import { checkAccountMappings } from './account-mapping-rules.ts'
import { checkControlAccounts } from './control-account-rules.ts'
import { presentAccountMapping } from './present-account-mapping.ts'

/** Sets from a day on which account plays a role, or on which row of the statement an account stands. */
export async function putAccountMappings(tx: Tx, deps: ApiDeps, request: MutatingRequest<AccountMappingsRequest>) {
  const { body, end_customer_id } = request
  await ensureEndCustomer(tx, end_customer_id)
  await lockLedgers(tx, [end_customer_id])
  const codes = body.mappings.map(({ account_code }) => account_code)
  const known = await findKnownAccounts(tx, end_customer_id, codes, [])
  const from = body.mappings.map(({ valid_from }) => valid_from).sort()[0] ?? ''
  const roles = await findAccountRoles(tx, end_customer_id, codes, from)
  const details = [
    ...checkAccountMappings(body, new Map(known.map((account) => [account.account_code, account]))),
    ...checkControlAccounts(body.mappings, known, roles),
  ]
  if (details.length > 0) throw validationFailed(details)
  const saved = []
  for (const mapping of body.mappings) {
    saved.push(await saveAccountMapping(tx, end_customer_id, { account_mapping_id: newUuid(), ...mapping }))
  }
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'mappings')
  const list = { object: 'account_mapping_list', data: saved.map(presentAccountMapping), has_more: false }
  return { body: list, current: onceReevaluated(deps, end_customer_id, list) }
}
