import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { AccountMappingsRequest } from '../../../shared/contract/setup/accounts.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { enqueueReevaluation } from '../../../shared/queue/enqueue.ts'
import { requestTransfer } from '../../../shared/queue/request-transfer.ts'
import { keepFoundQrIbans } from '../../../shared/store/bank/accounts/keep-found-qr-ibans.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { findMappingsFrom, saveAccountMapping } from '../../../shared/store/setup/account-mappings.ts'
import { findKnownAccounts } from '../../../shared/store/setup/chart.ts'
import { findAccountRoles } from '../../../shared/store/setup/control-accounts.ts'
import { ensureEndCustomer, lockEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { onceReevaluated } from '../../http/once-reevaluated.ts'
import { checkAccountMappings, checkTypesOfAccounts } from './account-mapping-rules.ts'
import { checkControlAccounts } from './control-account-rules.ts'
import { joinWhatWaits, onceJoined } from './join-qr-ibans.ts'
import { presentAccountMapping } from './present-account-mapping.ts'
import { bankNameOf, checkQrIbans, mirroredMappings, requireOneLedgerAccount, saveQrIbans } from './qr-ibans.ts'

/** Sets from a day on which account plays a role, or on which row of the statement an account stands. */
export async function putAccountMappings(tx: Tx, deps: ApiDeps, request: MutatingRequest<AccountMappingsRequest>) {
  const { body, end_customer_id } = request
  await ensureEndCustomer(tx, end_customer_id)
  const ofBanks = body.mappings.filter((mapping) => bankNameOf(mapping) !== null)
  // An import finds out what names of accounts mean, too; postings do not wait for it.
  if (ofBanks.length > 0) await lockEndCustomer(tx, end_customer_id)
  await lockLedgers(tx, [end_customer_id])
  await requireRight(tx, request)
  const isWaiting = await saveQrIbans(tx, end_customer_id, ofBanks)
  const saved = []
  for (const mapping of body.mappings) saved.push(await save(tx, end_customer_id, mapping))
  if (ofBanks.length > 0) {
    await keepFoundQrIbans(tx, end_customer_id, [])
    for (const mapping of await mirroredMappings(tx, end_customer_id, ofBanks)) await save(tx, end_customer_id, mapping)
    await requireOneLedgerAccount(tx, end_customer_id, ofBanks)
  }
  if (isWaiting) await joinWhatWaits(tx, deps, request)
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'mappings')
  await requestTransfer(tx, deps.boss, end_customer_id)
  const list = { object: 'account_mapping_list', data: saved.map(presentAccountMapping), has_more: false }
  const reevaluated = onceReevaluated(deps, end_customer_id, list)
  return { body: list, current: isWaiting ? onceJoined(deps, end_customer_id, reevaluated) : reevaluated }
}

/** @throws ApiError validation_failed with everything that is wrong */
async function requireRight(tx: Tx, { body, end_customer_id }: MutatingRequest<AccountMappingsRequest>): Promise<void> {
  const codes = body.mappings.map(({ account_code }) => account_code)
  const known = await findKnownAccounts(tx, end_customer_id, codes, [])
  const from = body.mappings.map(({ valid_from }) => valid_from).sort()[0] ?? ''
  const roles = await findAccountRoles(tx, end_customer_id, codes, from)
  const accounts = new Map(known.map((account) => [account.account_code, account]))
  const details = [
    ...checkAccountMappings(body, accounts),
    ...checkControlAccounts(body.mappings, known, roles),
    ...checkQrIbans(body.mappings),
  ]
  const in_force = await findMappingsFrom(tx, end_customer_id, codes, from)
  details.push(...checkTypesOfAccounts(body.mappings, accounts, in_force, details))
  if (details.length > 0) throw validationFailed(details)
}

function save(tx: Tx, end_customer_id: string, mapping: AccountMappingsRequest['mappings'][number]) {
  const { mapping_key, account_code, valid_from } = mapping
  const account_mapping_id = newUuid()
  return saveAccountMapping(tx, end_customer_id, { account_mapping_id, mapping_key, account_code, valid_from })
}
