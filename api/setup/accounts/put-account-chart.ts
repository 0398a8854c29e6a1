import { setImmediate as nextTurn } from 'node:timers/promises'
import { defaultMappings } from '../../../shared/accounting/setup/default-mappings.ts'
import { fiscalYearsToAdd } from '../../../shared/accounting/setup/fiscal-years.ts'
import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { AccountChartRequest } from '../../../shared/contract/setup/accounts.ts'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { enqueueReevaluation } from '../../../shared/queue/enqueue.ts'
import { requestTransfer } from '../../../shared/queue/request-transfer.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { findMappingsFrom, insertDefaultMappings } from '../../../shared/store/setup/account-mappings.ts'
import { replaceChartVersion } from '../../../shared/store/setup/chart.ts'
import { ensureEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import { insertFiscalYears } from '../../../shared/store/setup/fiscal-years.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { onceReevaluated } from '../../http/once-reevaluated.ts'
import { checkAccountChart, codesOfOtherType } from './account-chart-rules.ts'
import { accountsOfRequest } from './accounts-of-request.ts'
import { canHaveRole } from './control-account-rules.ts'
import { readAccountList } from './read-accounts.ts'

/** The answer shows as many accounts as the request has, and a usual page. It is kept with the request, whatever else is there. */
const LIST_LIMITS = { least: 100, most: 500, bytes: 250_000 }

/**
 * Replaces the chart of accounts as of `valid_from`. Accounts that it no longer lists become inactive from that day on
 * and are kept; facts that waited for a chart or an account are evaluated again.
 */
export async function putAccountChart(tx: Tx, deps: ApiDeps, request: MutatingRequest<AccountChartRequest>) {
  const { body, caller, end_customer_id } = request
  const { valid_from, source_reference = null } = body
  await ensureEndCustomer(tx, end_customer_id)
  await lockLedgers(tx, [end_customer_id])
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  const { accounts, known } = await accountsOfRequest(tx, request, settings?.base_currency ?? 'CHF')
  // Three thousand accounts: what is done with all of them has a turn of the event loop each.
  await nextTurn()
  const changed = codesOfOtherType(accounts, known)
  const mapped = changed.length > 0 ? await findMappingsFrom(tx, end_customer_id, changed, valid_from) : []
  const details = checkAccountChart(body, accounts, known, mapped)
  if (details.length > 0) throw validationFailed(details)
  await nextTurn()
  await replaceChartVersion(tx, { end_customer_id, valid_from, source_reference, actor_id: caller.key_id }, accounts)
  const mappings = defaultMappings(accounts)
    .filter((mapping) => canHaveRole(mapping, accounts))
    .map((mapping) => ({ account_mapping_id: newUuid(), ...mapping }))
  await insertDefaultMappings(tx, end_customer_id, valid_from, mappings)
  const today = todayInSwitzerland()
  const years = fiscalYearsToAdd(settings?.fiscal_years ?? [], today, today)
  await insertFiscalYears(
    tx,
    years.map((year) => ({ end_customer_id, ...year })),
  )
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'chart')
  await requestTransfer(tx, deps.boss, end_customer_id)
  const limit = Math.min(Math.max(accounts.length, LIST_LIMITS.least), LIST_LIMITS.most)
  const list = await readAccountList(tx, { end_customer_id, valid_on: valid_from, limit }, LIST_LIMITS.bytes)
  return { body: list, current: onceReevaluated(deps, end_customer_id, list) }
}
